import type { Content } from '@songreel/sdk'
import { toOwnUrl } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { useTemplates } from '../../data/templates.ts'
import type { LookDraft } from './look-draft.ts'

/** A cover over its own blur, and the names below: something to see from the first moment on. */
const BLANK: LookDraft = {
  look: 1,
  title: 'New look',
  description: 'The cover above its name.',
  layers: [
    { kind: 'backdrop', blur: 60 },
    {
      kind: 'picture',
      id: 'cover',
      form: 'CARD',
      place: { above: 'names', gap: 48, ratio: 1, anchor: 'TOP_START' },
      scale: { rest: 0.96, with: [{ signal: 'BEAT', by: 0.04, easing: 'ROOT' }] },
    },
    {
      kind: 'stack',
      id: 'names',
      place: { anchor: 'BOTTOM_START' },
      spacing: 16,
      children: [
        { kind: 'text', text: 'TITLE', role: 'DISPLAY', size: 120, lines: 2 },
        { kind: 'text', text: 'ARTIST', role: 'TEXT', size: 52, colour: 'MUTED' },
      ],
    },
  ],
}

/** What a look begins with: nothing, one of ours, or one of the organization's. */
export function StartPage({ onStart }: { onStart(look: LookDraft): void }) {
  const templates = useTemplates()
  const looks = templates?.filter(({ hasLook }) => hasLook) ?? []
  return (
    <div class="look-start">
      <p class="small">
        <a href="/templates">← Templates</a>
      </p>
      <h1>New look</h1>
      <p class="soft">
        A look is made of layers: the cover, words, shapes, the spectrum. Begin with a simple one, or with a
        look that is there.
      </p>
      <ul>
        <li>
          <div class="look-blank" aria-hidden="true" />
          <Button loudness="main" onPress={() => onStart(structuredClone(BLANK))}>
            Begin with a cover and names
          </Button>
        </li>
        {looks.map((template) => (
          <Start key={template.contentId} template={template} />
        ))}
      </ul>
    </div>
  )
}

function Start({ template: { contentId, name, isOwn, previewImageUrl } }: { template: Content }) {
  return (
    <li>
      <a href={`/templates/new?from=${contentId}`}>
        <img src={toOwnUrl(previewImageUrl)} alt="" loading="lazy" decoding="async" />
        <span>Begin as {name}</span>
        {isOwn && <span class="soft small">yours</span>}
      </a>
    </li>
  )
}
