import type { Content, Media, PreviewInput } from '@songreel/sdk'
import { toOwnUrl } from '../../client.ts'
import { Field } from '../../components/field.tsx'
import { Choice } from './choice.tsx'
import { chooseLooks, LOOKS } from './choose-looks.ts'
import './looks.css'
import { type DrawnLook, useLooks } from './use-looks.ts'

const SHAPES = { '9x16': '9x16', '1x1': '1x1', '16x9': '16x9' }
/** Where in the video: the last one is beyond the end of any. */
const MOMENTS = { START: 0.5, MIDDLE: 4, END: 7200 }
export type MomentName = keyof typeof MOMENTS
const MOMENT_WORDS: Record<MomentName, string> = {
  START: 'At the start',
  MIDDLE: 'In the middle',
  END: 'At the end',
}

/** What videos choose for themselves wins over the brand, which would not be seen. */
const OWN_CHOICES = ['theme', 'accentColor', 'fontStyle']

/** What of the videos is shown. Without `mediaId` it is the newest song; an empty one is the demo song. */
export type View = { shape: string; moment: MomentName; mediaId?: string }

/** What is worn: a brand that is stored, and what is different about it. */
type Worn = Pick<PreviewInput, 'brandId' | 'brand'>

type Scene = {
  templates: Content[] | undefined
  songs: Media[] | undefined
  worn: Worn
  view: View
  /** Whether files of the brand have yet to come; undefined while nobody knows. */
  isWaiting: boolean | undefined
}

/** Eight very different looks with the label's own song, drawn again after every change. */
export function useBrandLooks({ templates, songs, worn, view, isWaiting }: Scene) {
  const { shape, moment, mediaId } = view
  const song = mediaId === '' ? undefined : (songs?.find((each) => each.mediaId === mediaId) ?? songs?.[0])
  const shown = templates && songs ? chooseLooks(templates, song, shape) : []
  const input: PreviewInput = {
    ...worn,
    ...(song && { mediaId: song.mediaId }),
    videoSettings: { aspectRatio: shape, outputQuality: 'PREVIEW' },
    atSecs: MOMENTS[moment],
  }
  const canDraw = shown.length > 0 && isWaiting === false
  return { ...useLooks(shown, canDraw ? input : undefined, takeExample), shown, song, isWaiting }
}

export type BrandLooks = ReturnType<typeof useBrandLooks>

type Props = { looks: BrandLooks; songs: Media[]; view: View; onView(next: Partial<View>): void }

/** The looks, and what is chosen to see of them. */
export function Looks({ looks: drawing, songs, view, onView }: Props) {
  const { looks, shown, song, doneCount, key, isWaiting } = drawing
  const { shape, moment } = view
  const isDrawing = doneCount < shown.length || shown.length === 0
  return (
    <section class="looks" aria-label="Looks with this brand" aria-busy={isDrawing}>
      <div class="looks-tools">
        <SongField songs={songs} value={song?.mediaId ?? ''} onChoose={(mediaId) => onView({ mediaId })} />
        <Choice label="Shape" all={SHAPES} value={shape} onChoose={(next) => onView({ shape: next })} />
        <Choice
          label="Moment"
          all={MOMENT_WORDS}
          value={moment}
          onChoose={(next) => onView({ moment: next })}
        />
      </div>
      <ul class="looks-list" data-shape={shape} style={{ '--ratio': shape.replace('x', ' / ') }}>
        {shown.length === 0 && Array.from({ length: LOOKS }, (_, at) => <LookToCome key={at} />)}
        {shown.map((template) => {
          const look = looks.get(template.contentId)
          return (
            <Look
              key={template.contentId}
              template={template}
              shape={shape}
              look={look}
              isOld={look?.key !== key}
            />
          )
        })}
      </ul>
      <p class="looks-note soft small" role="status">
        {isWaiting ? 'Waiting for the files of the brand…' : isDrawing ? DRAWING : DRAWN}
      </p>
    </section>
  )
}

const DRAWING = 'Drawing…'
const DRAWN = 'Drawn by the engine that makes the videos.'

function takeExample({ example }: Content): PreviewInput['requiredData'] {
  return Object.fromEntries(Object.entries(example).filter(([name]) => !OWN_CHOICES.includes(name)))
}

type SongProps = { songs: Media[]; value: string; onChoose(mediaId: string): void }

function SongField({ songs, value, onChoose }: SongProps) {
  return (
    <Field label="Song">
      {(box) => (
        <select {...box} value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
          {songs.map(({ mediaId, name }) => (
            <option key={mediaId} value={mediaId}>
              {name}
            </option>
          ))}
          <option value="">The demo song</option>
        </select>
      )}
    </Field>
  )
}

type LookProps = { template: Content; shape: string; look: DrawnLook | undefined; isOld: boolean }

function Look({ template: { name, contentId, previewImageUrl }, shape, look, isOld }: LookProps) {
  const notes = look?.problem ? [] : listNotes(look)
  return (
    <li>
      <a class="look" href={`/templates/${contentId}?shape=${shape}`}>
        <span class="look-frame">
          {look?.url ? (
            <img class={isOld ? 'is-old' : undefined} src={look.url} alt="" />
          ) : (
            <img class="is-example" src={toOwnUrl(previewImageUrl)} alt="" />
          )}
        </span>
        <span class="look-name">{name}</span>
        <span class={look?.problem ? 'look-words is-bad' : 'look-words soft'}>
          {look?.problem ? 'Could not be drawn' : notes.join(', ')}
        </span>
      </a>
    </li>
  )
}

/** Keeps the room of a look that is not known yet, or the form below would jump. */
function LookToCome() {
  return (
    <li aria-hidden="true">
      <span class="look">
        <span class="look-frame" />
        <span class="look-name">&nbsp;</span>
        <span class="look-words" />
      </span>
    </li>
  )
}

const NOTES: Record<string, string> = {
  BRAND_LOGO_MOVED: 'Logo in another corner',
  BRAND_LOGO_LEFT_OUT: 'No room for the logo',
  BRAND_LOGO_RECOLOURED: 'Logo recoloured',
  BRAND_LOGO_ON_PLATE: 'Logo on a plate',
}

function listNotes(look: DrawnLook | undefined): string[] {
  return [...new Set(look?.warnings.flatMap(({ code }) => NOTES[code] ?? []))]
}
