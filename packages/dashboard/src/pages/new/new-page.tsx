import type { Content } from '@songreel/sdk'
import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Button } from '../../components/button.tsx'
import { usePageTitle } from '../../components/page-title.ts'
import { showError } from '../../components/toast.tsx'
import { useTemplates } from '../../data/templates.ts'
import { changeDraft, clearDraft, draft, findFile, findShownSong, isNamed } from './draft.ts'
import { FilesStep } from './files-step.tsx'
import { TemplateStep } from './template-step.tsx'
import './new.css'
import { PreviewStep } from './preview-step.tsx'
import { repeatBatch } from './repeat-batch.ts'
import { SendStep } from './send-step.tsx'
import { chooseSong, noteFiles, prepareSong, song } from './song-state.ts'
import { startData } from './start-data.ts'
import { uploads } from './upload-files.ts'

const STEPS = [
  { id: 'files', label: 'Files' },
  { id: 'template', label: 'Template' },
  { id: 'preview', label: 'Preview' },
  { id: 'send', label: 'Send' },
]
const TYPING_MS = 400

/** Puts a batch together in four steps at one address. Files are on their way while the person goes on. */
export function NewPage() {
  const { query, route } = useLocation()
  const at = Math.max(
    0,
    STEPS.findIndex(({ id }) => id === query.step),
  )
  const templates = useTemplates(showError)
  usePageTitle(STEPS[at]?.label)
  useSavedSong(at > 0)
  useChosenSong(query.media)
  useRepeatedBatch(query.batch)
  useChosenTemplate(query.template, templates)
  useHeadingFocus(at)
  const isEmpty = draft.value.songs.length === 0
  const startOver = () => {
    clearDraft()
    route('/new')
  }
  return (
    <div class="new">
      <div class="page-head">
        <h1>New batch</h1>
        <Steps at={at} />
        {!isEmpty && (
          <span class="push">
            <Button loudness="plain" isSmall onPress={startOver}>
              Start over
            </Button>
          </span>
        )}
      </div>
      {at === 0 && <FilesStep />}
      {at === 1 && <TemplateStep templates={templates} />}
      {at === 2 && <PreviewStep templates={templates} />}
      {at === 3 && <SendStep templates={templates} />}
    </div>
  )
}

function Steps({ at }: { at: number }) {
  const { songs, chosen } = draft.value
  const hasSong = songs.length > 0 && songs.every(isNamed)
  const reach = hasSong ? (chosen.length > 0 ? 3 : 1) : 0
  return (
    <nav class="steps" aria-label="Steps">
      <ol>
        {STEPS.map(({ id, label }, index) => (
          <li key={id} class={index < at ? 'is-past' : undefined}>
            {index <= Math.max(reach, at) ? (
              <a href={`/new?step=${id}`} aria-current={index === at ? 'step' : undefined}>
                <span class="steps-number">{index + 1}</span> {label}
              </a>
            ) : (
              <span class="steps-ahead">
                <span class="steps-number">{index + 1}</span> {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Keeps the catalogue up to the draft: from the second step on, because before it people are still typing. */
function useSavedSong(isOn: boolean): void {
  const { songs } = draft.value
  const { songId, files, title, artist, album, isrc, saved } = findShownSong() ?? {}
  const shown = [songId, files, title, artist, album, isrc, saved?.mediaId]
  const key = JSON.stringify([isOn ? shown : songs, Object.values(uploads.value)])
  useEffect(() => {
    const timer = setTimeout(
      () => (isOn ? prepareSong() : noteFiles()),
      song.value.step === 'ready' ? TYPING_MS : 0,
    )
    return () => clearTimeout(timer)
  }, [key, isOn])
}

/** `?media=` starts with a song of the catalogue: other pages lead here with it. */
function useChosenSong(mediaId: string | undefined): void {
  const { route } = useLocation()
  useEffect(() => {
    if (!mediaId) return
    changeDraft({ songs: [] })
    chooseSong(mediaId).then(() => route('/new?step=template', true), showError)
  }, [mediaId])
}

/** `?batch=` starts with what a batch was made of: its page leads here with it. */
function useRepeatedBatch(batchId: string | undefined): void {
  const { route } = useLocation()
  useEffect(() => {
    if (!batchId) return
    repeatBatch(batchId).then(() => route('/new?step=preview', true), showError)
  }, [batchId])
}

/** `?template=` starts with a template: its page leads here with it. */
function useChosenTemplate(contentId: string | undefined, templates: Content[] | undefined): void {
  const { route } = useLocation()
  useEffect(() => {
    if (!contentId || !templates) return
    const { chosen } = draft.value
    const shown = findShownSong()
    const template = templates.find((each) => each.contentId === contentId)
    if (template && !chosen.some((choice) => choice.contentId === contentId)) {
      const hasLyrics = shown !== undefined && findFile(shown, 'lyrics') !== undefined
      const requiredData = startData(template, { title: shown?.title ?? '', hasLyrics })
      changeDraft({ chosen: [...chosen, { contentId, requiredData }] })
    }
    route('/new', true)
  }, [contentId, templates])
}

/** A new step begins at its top, for eyes and for screen readers. */
function useHeadingFocus(at: number): void {
  const before = useRef(at)
  useEffect(() => {
    if (before.current === at) return
    before.current = at
    scrollTo({ top: 0 })
    document.querySelector<HTMLElement>('.new [data-step-title]')?.focus({ preventScroll: true })
  }, [at])
}
