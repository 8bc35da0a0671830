/** Pages for people who are not signed in: nobody is sent back there. */
const GATES = /^\/(signin|claim)\b/
/** Browsers drop some of these, or read them as a slash, when they resolve an address. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get through.
const TRICKS = /[\u0000-\u0020\u007f\\]/

/** The page to show after signing in: one of ours, as the browser itself reads the address, else the overview. */
export function readNext(next: string | undefined, origin: string): string {
  if (!next?.startsWith('/') || TRICKS.test(next) || !URL.canParse(next, origin)) return '/'
  const url = new URL(next, origin)
  const isOurs = url.origin === origin && !url.pathname.startsWith('//') && !GATES.test(url.pathname)
  return isOurs ? url.pathname + url.search + url.hash : '/'
}
