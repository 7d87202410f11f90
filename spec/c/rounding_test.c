/*
 * rounding_test.c: doubles are rounded alike, whatever compiles this file and whatever runs it. That searches then find
 * the same to the last bit, the digest of engine_test.c tells.
 */

#include <math.h>
#include <string.h>

#include "portable.h"
#include "test.h"

/* The bits of a double. */
static uint64_t bits_of(double value)
{
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/* A product and a sum in one expression, which compilers would like to fuse. */
static double sum_of_product(double a, double b, double c)
{
  return a * b + c;
}

static void a_product_is_rounded_before_it_is_added(void)
{
  /* the square is 1 + 2^-26 + 2^-54, of which a double has no room for the last; a fused instruction keeps it */
  volatile double a = 1 + ldexp(1, -27), c = -1 - ldexp(1, -26);
  volatile double result = sum_of_product(a, a, c);
  CHECK(result == 0);
  result = a * a + c;
  CHECK(result == 0);
  result = c - -a * a;
  CHECK(result == 0);
}

static void a_sum_is_rounded_once(void)
{
  /* a little more than half way from 1 to the next double; rounded to 64 bits first, it is half way */
  volatile double one = 1, more = ldexp(1, -53) + ldexp(1, -78), result;
  result = one + more;
  CHECK(bits_of(result) == 0x3FF0000000000001u);
  result = one - (-more);
  CHECK(bits_of(result) == 0x3FF0000000000001u);
}

int main(void)
{
  RUN(a_product_is_rounded_before_it_is_added);
  RUN(a_sum_is_rounded_once);
  return test_end();
}
