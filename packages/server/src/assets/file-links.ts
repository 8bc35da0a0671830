import { createHmac, timingSafeEqual } from 'node:crypto'

const DAY_SECS = 24 * 60 * 60
const VALID_SECS = 7 * DAY_SECS

/** Which of a render's files an address means. */
export type FileRole = 'video' | 'poster' | 'srt' | 'vtt' | 'txt'

/** What a file is called that goes with a video: as the video, with an ending of its own. */
export function nameCompanion(fileName: string, role: Exclude<FileRole, 'video'>): string {
  return fileName.replace(/\.\w+$/, role === 'poster' ? '.jpg' : `.${role}`)
}

type NamedRender = { renderId: string; fileName: string; expiresAt?: string | null }

/** An address of a finished file, and until when it opens: seven days, or as long as the file is kept. */
export type FileLink = { url: string; expiresAt: string }

/** A version of a look of an organization's own. */
type NamedLook = { orgId: string; contentId: string; version: number }

/** Makes addresses of finished files that open without a token for seven days, and says whether one still does. */
export type FileLinks = {
  linkTo(render: NamedRender, role: FileRole): FileLink
  /** The address of a picture or video of a look; the same for a day, so that browsers keep what they have. */
  linkToLook(look: NamedLook, name: string): string
  /** Whether the address was made here, and whether its time is over. */
  check(link: { path: string; expires: string; signature: string }): 'GOOD' | 'WRONG' | 'EXPIRED'
}

/** Links of one installation, signed with the first key and checked with all; `publicUrl` is asked each time, because the port is known late. */
export function createFileLinks(keys: Buffer[], publicUrl: () => string, now = Date.now): FileLinks {
  const [current] = keys as [Buffer]
  const sign = (path: string, expires: string, key = current) =>
    createHmac('sha256', key).update(`${path}\n${expires}`).digest('base64url')
  return {
    linkTo(render, role) {
      const path = buildPath(render, role)
      const expires = Math.floor(now() / 1000) + VALID_SECS
      const url = `${publicUrl()}${path}?expires=${expires}&signature=${sign(path, String(expires))}`
      return { url, expiresAt: pickEarlier(new Date(expires * 1000).toISOString(), render.expiresAt) }
    },
    linkToLook({ orgId, contentId, version }, name) {
      const path = `/files/looks/${orgId}/${contentId}/${version}/${name}`
      const expires = Math.floor(now() / 1000 / DAY_SECS) * DAY_SECS + DAY_SECS + VALID_SECS
      return `${publicUrl()}${path}?expires=${expires}&signature=${sign(path, String(expires))}`
    },
    check({ path, expires, signature }) {
      const given = Buffer.from(signature)
      if (!keys.some((key) => isEqual(Buffer.from(sign(path, expires, key)), given))) return 'WRONG'
      return Number(expires) * 1000 > now() ? 'GOOD' : 'EXPIRED'
    },
  }
}

function pickEarlier(moment: string, other: string | null | undefined): string {
  return other && Date.parse(other) < Date.parse(moment) ? other : moment
}

function isEqual(right: Buffer, given: Buffer): boolean {
  return right.length === given.length && timingSafeEqual(right, given)
}

function buildPath({ renderId, fileName }: NamedRender, role: FileRole): string {
  const name = role === 'video' ? fileName : nameCompanion(fileName, role)
  return `/files/renders/${renderId}/${role}/${encodeURIComponent(name)}`
}
