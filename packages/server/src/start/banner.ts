/** What the first lines on the terminal are made of. */
export type BannerFacts = {
  version: string
  url: string
  dataDir: string
  isFirstStart: boolean
  /** Whether a token came into force, or none was shown yet. */
  isTokenNew: boolean
  isReachableFromOutside: boolean
  /** Why loopback addresses are closed; empty when they are open. */
  strictReasons: string[]
  /** Only where it may be shown: at the start that brought it into force, outside of production. */
  token?: string
  /** Signs the first person in: only at the start that shows the token. In strict mode output is kept by others, in logs. */
  claimUrl?: string
  /** Whether somebody has signed in before. */
  isClaimed: boolean
  /** The name of this computer; of a container, by default how Docker knows it. */
  hostName: string
  portMoved?: { wanted: number; taken: number }
  warnings: string[]
}

/** The first lines on the terminal: where things are, and a call that works as pasted. */
export function composeBanner(facts: BannerFacts): string {
  const blocks = [
    title(facts),
    places(facts),
    facts.token ? firstCall(facts.url, facts.token) : '',
    reach(facts),
  ]
  return `\n${blocks
    .filter(Boolean)
    .map((block) => indent(block))
    .join('\n\n')}\n\n`
}

function title({ version, portMoved, isFirstStart, dataDir, warnings }: BannerFacts): string {
  const lines = [`songreel ${version} is running`]
  if (portMoved) lines.push(`Port ${portMoved.wanted} is taken, so it is on ${portMoved.taken}.`)
  if (isFirstStart) lines.push(`First start: made ${dataDir}`)
  for (const warning of warnings) lines.push(`! ${warning}`)
  return lines.join('\n')
}

function places(facts: BannerFacts): string {
  const { url, token, dataDir, isTokenNew, strictReasons } = facts
  const lines = [
    `Dashboard   ${url}`,
    `Sign in     ${describeSignIn(facts)}`,
    `API         ${url}/v1`,
    `Reference   ${url}/docs`,
    `Guard       ${describeGuard(strictReasons)}`,
  ]
  if (token) lines.push(`API token   ${token}`, `            shown once; also kept in ${dataDir}/token`)
  else if (isTokenNew) lines.push(`API token   kept in ${dataDir}/token`)
  return lines.join('\n')
}

const LOGIN_LINK = 'npx songreel login-link'
/** Docker calls a container by the first 12 digits of its id, unless it is told otherwise. */
const CONTAINER_ID = /^[0-9a-f]{12}$/

function describeSignIn({ claimUrl, isClaimed, strictReasons, hostName }: BannerFacts): string {
  if (claimUrl) return `${claimUrl}\n            once, within 30 minutes`
  if (strictReasons.length === 0)
    return isClaimed ? `as before. Lost it? ${LOGIN_LINK}` : `${LOGIN_LINK}   prints a link`
  const container = CONTAINER_ID.test(hostName) ? hostName : '<container>'
  return [
    `${LOGIN_LINK}   prints a link, where the server runs`,
    // The image (ops/container) has the command itself, and no npm.
    `            in a container: docker exec ${container} songreel login-link`,
  ].join('\n')
}

/** Whether clients may name addresses on this computer, and why. */
export function describeGuard(strictReasons: string[]): string {
  if (strictReasons.length > 0) return `strict (${strictReasons.join(', ')}): no private address is reached`
  return "personal (one person's machine): files and webhooks may be on this computer"
}

function firstCall(url: string, token: string): string {
  return [
    'Paste this to make your first batch (it needs nothing from the internet):',
    '',
    `  curl -s ${url}/v1/batches \\`,
    `    -H "Authorization: Bearer ${token}" -H "Content-Type: application/json" \\`,
    `    -d '{"ref":"hello","artist":{"name":"Odalys Wren"},"mediaBundle":{"name":"Harbour EP"},`,
    `         "media":{"name":"Tin Lanterns","audioUrl":"${url}/demo/song.mp3",`,
    `                  "artworkUrl":"${url}/demo/cover.jpg"},`,
    `         "renders":[{"contentId":"BASE_BASIC_UNIFIED","requiredData":{"customText":"Out now"},`,
    `                     "videoSettings":{"aspectRatio":"9x16","outputQuality":"FULL"}}]}'`,
  ].join('\n')
}

function reach({ isReachableFromOutside }: BannerFacts): string {
  const open = 'To open it up: SONGREEL_HOST=0.0.0.0 SONGREEL_PUBLIC_URL=https://… npm start'
  const lines = isReachableFromOutside ? [] : [`Only this computer can reach it. ${open}`]
  return [...lines, 'Ctrl-C stops it; running renders are finished first.'].join('\n')
}

function indent(block: string): string {
  return block
    .split('\n')
    .map((line) => (line ? `  ${line}` : ''))
    .join('\n')
}
