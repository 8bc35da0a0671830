/** No browser's own name is longer. */
const MAX_CHARACTERS = 512
/** How a browser's long name begins the part that says which one it is; the first that fits wins, because most name others too. */
const BROWSERS: [name: string, form: RegExp][] = [
  ['Edge', /Edg(?:A|iOS)?\/(\d+)/],
  ['Opera', /(?:OPR|OPT|OPX)\/(\d+)/],
  ['Samsung Internet', /SamsungBrowser\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+(?:\.\d+)?).* Safari\//],
]
const SYSTEMS: [name: string, form: RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['ChromeOS', /CrOS/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux/],
]

/** What a person knows a browser by: its name and version, and what it runs on. Systems give no true version. */
export function nameBrowser(userAgent = ''): string {
  const read = userAgent.slice(0, MAX_CHARACTERS)
  const browser = findName(BROWSERS, read) ?? 'A browser'
  const system = findName(SYSTEMS, read)
  return system ? `${browser} on ${system}` : browser
}

function findName(kinds: [name: string, form: RegExp][], userAgent: string): string | undefined {
  for (const [name, form] of kinds) {
    const found = form.exec(userAgent)
    if (found) return found[1] ? `${name} ${found[1]}` : name
  }
  return undefined
}
