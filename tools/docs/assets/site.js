// What a page of the help does by itself: the scheme that the product was given, and the search. Everything else works without it.
;(() => {
  const { find, plain, wantedOf } = globalThis.stowageWords
  // The key of the product, so that whoever chose dark there reads dark here.
  const SCHEME = 'mantine-color-scheme-value'
  const read = () => {
    try {
      return localStorage.getItem(SCHEME) ?? 'auto'
    } catch {
      return 'auto'
    }
  }
  const show = (scheme) => {
    if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.scheme = scheme
    else delete document.documentElement.dataset.scheme
  }
  show(read())

  document.addEventListener('DOMContentLoaded', () => {
    // On a phone the list of pages would stand before every page.
    if (matchMedia('(max-width: 760px)').matches) document.querySelector('.pages').open = false
    const choice = document.getElementById('scheme')
    choice.value = ['light', 'dark'].includes(read()) ? read() : 'auto'
    choice.addEventListener('change', () => {
      show(choice.value)
      try {
        localStorage.setItem(SCHEME, choice.value)
      } catch {
        // A browser that keeps nothing shows it on this page.
      }
    })
    search(document.getElementById('search'), document.getElementById('found'), document.body.dataset)
  })

  function search(field, found, { root, language, nothing }) {
    let index
    // Read when somebody wants it: it is larger than any page.
    const load = () => {
      index ??= new Promise((resolve) => {
        const script = document.createElement('script')
        script.src = `${root}/site/search-index.js`
        script.addEventListener('load', () => resolve(globalThis.stowageHelp))
        script.addEventListener('error', () => resolve([]))
        document.head.append(script)
      })
      return index
    }
    field.addEventListener('focus', load)
    field.addEventListener('input', async () => {
      const asked = field.value
      const parts = await load()
      if (asked === field.value) fill(found, find(parts, asked, language), { asked, root, nothing })
    })
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') close()
      if (event.key === 'ArrowDown') {
        found.querySelector('a')?.focus()
        event.preventDefault()
      }
      if (event.key === 'Enter') found.querySelector('a')?.click()
    })
    found.addEventListener('keydown', (event) => {
      const links = [...found.querySelectorAll('a')]
      const at = links.indexOf(document.activeElement)
      if (event.key === 'ArrowDown') links[at + 1]?.focus()
      if (event.key === 'ArrowUp') (links[at - 1] ?? field).focus()
      if (event.key === 'Escape') {
        close()
        field.focus()
      }
      if (event.key.startsWith('Arrow')) event.preventDefault()
    })
    found.addEventListener('click', () => (found.hidden = true))
    document.addEventListener('click', (event) => {
      if (!event.target.closest('.find')) found.hidden = true
    })
    document.addEventListener('keydown', (event) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target.closest('input, select')) return
      field.focus()
      event.preventDefault()
    })
    function close() {
      field.value = ''
      found.hidden = true
    }
  }

  function fill(found, parts, { asked, root, nothing }) {
    found.hidden = parts === undefined
    if (parts === undefined) return
    found.replaceChildren(...parts.map((part) => hit(part, wantedOf(asked).flat(), root)))
    if (parts.length > 0) return
    const line = document.createElement('p')
    line.textContent = nothing
    found.replaceChildren(line)
  }

  function hit([address, title, heading, text, , chapter], wanted, root) {
    const link = document.createElement('a')
    link.href = `${root}/${address}`
    const name = document.createElement('strong')
    name.textContent = heading === '' ? title : heading
    const where = document.createElement('span')
    where.textContent = [chapter, heading === '' ? '' : title].filter((each) => each !== '').join(' · ')
    const words = document.createElement('span')
    marked(words, around(text, wanted), wanted)
    link.append(name, where, words)
    return link
  }

  /** The words around the first that was asked for. */
  function around(text, wanted) {
    const places = wanted.map((word) => plain(text).indexOf(word)).filter((place) => place >= 0)
    const at = places.length === 0 ? 0 : Math.min(...places)
    const from = at < 60 ? 0 : text.indexOf(' ', at - 60) + 1
    return `${from > 0 ? '… ' : ''}${text.slice(from, from + 140)}${from + 140 < text.length ? ' …' : ''}`
  }

  function marked(place, text, wanted) {
    const pattern = new RegExp(
      `((?<!\\p{L})(?:${wanted.map((word) => word.replace(/-/g, '\\-')).join('|')})\\p{L}*)`,
      'giu',
    )
    // Between two that are not wanted stands one that is.
    for (const [at, piece] of text.split(pattern).entries()) {
      const node = at % 2 === 1 ? document.createElement('mark') : document.createTextNode(piece)
      if (at % 2 === 1) node.textContent = piece
      place.append(node)
    }
  }
})()
