/* table_image.h: the bytes of a table's file, as table_file.h describes them, and its checksum. */
#ifndef SPEC_TABLE_IMAGE_H
#define SPEC_TABLE_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#define IMAGE_SIGNATURE 0x0123456789ABCDEFu

/* Bytes of the parts of a file, and where the number of entries is. */
#define IMAGE_HEADER 28
#define IMAGE_ENTRY 25
#define IMAGE_SUM 8
#define IMAGE_COUNT_AT 20

/* Writes the low `count` bytes of `number` at `at`. */
static inline void image_pack(uint8_t *at, uint64_t number, int count)
{
  for (; count > 0; count--, number >>= 8) *at++ = (uint8_t)(number & 0xFF);
}

/* CRC-64/XZ, bit by bit. */
static inline uint64_t image_sum(const uint8_t *bytes, size_t count)
{
  uint64_t sum = UINT64_MAX;
  int bit;
  for (; count > 0; count--)
    for (sum ^= *bytes++, bit = 0; bit < 8; bit++)
      sum = (sum & 1) ? (sum >> 1) ^ 0xC96C5795D7870F42u : sum >> 1;
  return ~sum;
}

/* Makes the checksum of a file of `size` bytes right. */
static inline void image_sign(uint8_t *bytes, size_t size)
{
  image_pack(bytes + size - IMAGE_SUM, image_sum(bytes, size - IMAGE_SUM), IMAGE_SUM);
}

#endif
