import { Thumb } from '../components/thumb.tsx'
import '../components/song-link.css'

type Props = { href: string; title: string; note?: string; cover: string | undefined }

/** A record by its picture and name, leading to it. */
export function RecordLink({ href, title, note, cover }: Props) {
  return (
    <a class="song" href={href}>
      <Thumb url={cover} />
      <span class="song-words">
        <span class="song-title">{title}</span>
        {note !== undefined && <span class="soft small">{note || ' '}</span>}
      </span>
    </a>
  )
}
