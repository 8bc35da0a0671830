import { createHmac, timingSafeEqual } from 'node:crypto'

const VALID_SECS = 7 * 24 * 60 * 60

/** Which of a render's files an address means. */
export type FileRole = 'video' | 'poster'

type NamedRender = { renderId: string; fileName: string }

/** Makes addresses of finished files that open without a token for seven days, and tells whether one still does. */
export type FileLinks = {
  videoUrl(render: NamedRender): string
  posterUrl(render: NamedRender): string
  /** Whether the address was made here, and whether its time is over. */
  check(link: { path: string; expires: string; signature: string }): 'GOOD' | 'WRONG' | 'EXPIRED'
}

/** Links of one installation; `publicUrl` is asked each time, because the port is known late. */
export function createFileLinks(key: Buffer, publicUrl: () => string, now = Date.now): FileLinks {
  const sign = (path: string, expires: string) =>
    createHmac('sha256', key).update(`${path}\n${expires}`).digest('base64url')
  const linkTo = (path: string) => {
    const expires = String(Math.floor(now() / 1000) + VALID_SECS)
    return `${publicUrl()}${path}?expires=${expires}&signature=${sign(path, expires)}`
  }
  return {
    videoUrl: (render) => linkTo(pathOf(render, 'video')),
    posterUrl: (render) => linkTo(pathOf(render, 'poster')),
    check({ path, expires, signature }) {
      const right = Buffer.from(sign(path, expires))
      const given = Buffer.from(signature)
      if (right.length !== given.length || !timingSafeEqual(right, given)) return 'WRONG'
      return Number(expires) * 1000 > now() ? 'GOOD' : 'EXPIRED'
    },
  }
}

function pathOf({ renderId, fileName }: NamedRender, role: FileRole): string {
  const name = role === 'video' ? fileName : fileName.replace(/\.\w+$/, '.jpg')
  return `/files/renders/${renderId}/${role}/${encodeURIComponent(name)}`
}
