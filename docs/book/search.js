// The search field of the book. lunr (https://lunrjs.com) finds the words among the sections in texts.js; both are
// loaded when the field is used for the first time. `?search=words` at the end of a page's address fills it in.

(() => {
  const folder = document.currentScript.src.replace(/[^/]*$/, "")
  const MOST = 12 // results
  const BEFORE = 40, LONGEST = 140 // characters of an excerpt: before the first word that was found, and in all
  const SEPARATOR = /[\s\-.,:;=()[\]{}"'/]+/

  const nav = document.querySelector("nav")
  const field = document.createElement("input")
  field.type = "search"
  field.placeholder = "Search"
  field.setAttribute("aria-label", "Search the book")
  const results = document.createElement("ol")
  results.className = "results"
  nav.querySelector("h1").after(field, results)

  const load = (name) => new Promise((resolve, reject) => {
    const script = document.createElement("script")
    script.src = folder + name
    script.onload = resolve
    script.onerror = reject
    document.head.append(script)
  })

  const buildIndex = async () => {
    await Promise.all([load("lunr.min.js"), load("texts.js")])
    return lunr(function () {
      this.ref("place")
      this.field("title", {boost: 8})
      this.field("text")
      this.tokenizer.separator = SEPARATOR
      this.pipeline.remove(lunr.stopWordFilter) // `only` is an option
      sections.forEach((section, place) => this.add({place, ...section}))
    })
  }

  let index
  const find = async (words) => {
    index = index || buildIndex()
    return (await index).query((query) => {
      for (const word of words) {
        query.term(word, {boost: 20, usePipeline: true})
        query.term(word, {wildcard: lunr.Query.wildcard.TRAILING, usePipeline: false})
      }
    }).slice(0, MOST).map((result) => sections[result.ref])
  }

  const excerptOf = (text, words) => {
    const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0)
    const start = places.length > 0 ? Math.max(0, Math.min(...places) - BEFORE) : 0
    const excerpt = text.slice(start, start + LONGEST).replace(/\s\S*$/, "")
    return start > 0 ? excerpt.replace(/^\S*\s/, "… ") : excerpt
  }

  const itemOf = (section, words) => {
    const item = document.createElement("li")
    const link = document.createElement("a")
    const excerpt = document.createElement("p")
    link.href = new URL(`../${section.page}`, folder).href
    link.textContent = section.title === section.of ? section.title : `${section.of}: ${section.title}`
    excerpt.textContent = excerptOf(section.text, words)
    item.append(link, excerpt)
    return item
  }

  const show = async () => {
    const text = field.value
    const words = text.toLowerCase().split(SEPARATOR).filter((word) => word !== "")
    const found = words.length > 0 ? await find(words) : []
    if (text !== field.value) return // more has been typed meanwhile
    nav.classList.toggle("searching", words.length > 0)
    results.replaceChildren(...found.map((section) => itemOf(section, words)))
    if (words.length > 0 && found.length === 0) results.textContent = "Nothing was found."
  }

  field.addEventListener("input", show)
  field.addEventListener("keydown", (event) => {
    const first = results.querySelector("a")
    if (event.key === "Enter" && first) location.href = first.href
    if (event.key === "Escape") {
      field.value = ""
      show()
    }
  })
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target === field) return
    event.preventDefault()
    field.focus()
  })

  const asked = new URLSearchParams(location.search).get("search")
  if (asked) {
    field.value = asked
    show()
  }
})()
