import { useState } from 'preact/hooks'
import { toOwnUrl } from '../client.ts'
import './thumb.css'

/** A small picture that says nothing the words beside it do not say; a quiet square until there is one, and where it can't be had. */
export function Thumb({ url }: { url: string | undefined }) {
  const [broken, setBroken] = useState<string>()
  if (!url || url === broken) return <span class="thumb" />
  return (
    <img
      class="thumb"
      src={toOwnUrl(url)}
      alt=""
      loading="lazy"
      decoding="async"
      width={44}
      height={44}
      onError={() => setBroken(url)}
    />
  )
}
