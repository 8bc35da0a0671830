import { ApiError } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { showToast } from '../../components/toast.tsx'
import { forgetTemplates } from '../../data/templates.ts'
import type { Edited, LookDraft } from './look-draft.ts'
import type { LookFault } from './use-drawings.ts'
import type { History } from './use-history.ts'
import type { KeptDraft } from './use-kept-draft.ts'

type Props = { edited: Edited; steps: History<LookDraft>; kept: KeptDraft; faults: LookFault[] }

/** What the look is called, and what can be done with all of it. */
export function EditorHead({ edited, steps, kept, faults }: Props) {
  const { now: look, canUndo, canRedo, undo, redo, reset } = steps
  const [version, setVersion] = useState(edited.version)
  const [isDeleting, setDeleting] = useState(false)
  const [contentId, setContentId] = useState(edited.contentId)
  const isNew = kept.isNew(look)
  const save = async () => {
    const saved = await store(look, contentId)
    kept.noteSaved(look)
    setVersion(saved.version)
    setContentId(saved.contentId)
    forgetTemplates()
    showToast(`Saved as version ${saved.version}`)
    // The page stays as it is: only what a reload would show is another.
    if (!contentId) history.replaceState(null, '', `/templates/${saved.contentId}/edit`)
  }
  return (
    <header class="look-head">
      <p class="small">
        <a href={contentId ? `/templates/${contentId}` : '/templates'}>
          ← {contentId ? 'Template' : 'Templates'}
        </a>
      </p>
      <div class="row">
        <h1>{String(look.title || 'A look without a name')}</h1>
        <span class="soft small">
          {version === undefined ? 'not saved yet' : `version ${version}${isNew ? ', with changes' : ''}`}
        </span>
        <span class="row push">
          <Button disabled={!canUndo} aria-keyshortcuts="Control+Z" title="Ctrl+Z" onPress={undo}>
            Undo
          </Button>
          <Button disabled={!canRedo} aria-keyshortcuts="Control+Shift+Z" title="Ctrl+Shift+Z" onPress={redo}>
            Redo
          </Button>
          <LinkButton href={toFile(look)} download="template.json">
            Download
          </LinkButton>
          {contentId && (
            <Button loudness="danger" onPress={() => setDeleting(true)}>
              Delete
            </Button>
          )}
          <Button loudness="main" needs="write" disabled={!isNew || faults.length > 0} onPress={save}>
            {version === undefined ? 'Save' : `Save as version ${version + 1}`}
          </Button>
        </span>
      </div>
      {kept.isRestored && isNew && (
        <p class="row small">
          <span>You had changed this before, and what was not saved is here again.</span>
          <Button isSmall onPress={() => reset(edited.look)}>
            Begin anew
          </Button>
        </p>
      )}
      {isDeleting && contentId && (
        <DeleteDialog contentId={contentId} look={look} onClose={() => setDeleting(false)} />
      )}
    </header>
  )
}

/** A look whose faults were told already is not refused silently. */
async function store(look: LookDraft, contentId: string | undefined) {
  try {
    return await (contentId
      ? songreel.contents.update(contentId, look as never)
      : songreel.contents.create(look as never))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'LOOK_INVALID') throw error
    throw new Error(`It can not be saved yet. ${error.message}`, { cause: error })
  }
}

function DeleteDialog({ contentId, look, onClose }: { contentId: string; look: LookDraft; onClose(): void }) {
  const { route } = useLocation()
  const remove = async () => {
    await songreel.contents.delete(contentId)
    forgetTemplates()
    showToast(`${look.title} is deleted`)
    route('/templates')
  }
  return (
    <Dialog title={`Delete ${look.title}?`} onClose={onClose}>
      <p class="soft">
        It is no longer offered. Videos that were made with it stay, and those that are ordered are made.
      </p>
      <footer>
        <Button onPress={onClose}>Keep it</Button>
        <Button loudness="main" onPress={remove}>
          Delete the look
        </Button>
      </footer>
    </Dialog>
  )
}

/** The look as a file; templates in folders are called so. */
function toFile(look: LookDraft): string {
  return `data:application/json;charset=utf-8,${encodeURIComponent(`${JSON.stringify(look, null, 2)}\n`)}`
}
