import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { showToast } from '../../components/toast.tsx'
import { forgetTemplates } from '../../data/templates.ts'
import type { Edited, LookDraft } from './look-draft.ts'
import { OutdatedLookDialog } from './outdated-look-dialog.tsx'
import type { LookFault } from './use-drawings.ts'
import type { History } from './use-history.ts'
import type { KeptDraft } from './use-kept-draft.ts'
import { useLookSave } from './use-look-save.ts'
import { SeenNote, type SeenVersion, VersionPicker } from './versions.tsx'

type Props = {
  edited: Edited
  steps: History<LookDraft>
  kept: KeptDraft
  faults: LookFault[]
  /** Puts another look in its place, as one step. */
  onReplace(look: LookDraft): void
}

/** What the look is called, and what can be done with all of it. */
export function EditorHead({ edited, steps, kept, faults, onReplace }: Props) {
  const { now: look, canUndo, canRedo, undo, redo, reset } = steps
  const [isDeleting, setDeleting] = useState(false)
  const [seen, setSeen] = useState<SeenVersion>()
  const saving = useLookSave({ edited, kept, onReplace })
  const { version, contentId } = saving
  const isNew = kept.isNew(look)
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
        {contentId && version !== undefined && (
          <VersionPicker
            {...{ contentId, look }}
            newest={version}
            onSee={(next) => {
              setSeen({ ...next, before: seen?.look === look ? seen.before : next.before })
              onReplace(next.look)
            }}
          />
        )}
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
          <Button
            loudness="main"
            needs="write"
            disabled={!isNew || faults.length > 0}
            onPress={() => saving.save(look)}
          >
            {version === undefined ? 'Save' : `Save as version ${version + 1}`}
          </Button>
        </span>
      </div>
      {kept.isRestored && isNew && seen?.look !== look && (
        <p class="row small">
          <span>You had changed this before, and what was not saved is here again.</span>
          <Button isSmall onPress={() => reset(kept.start)}>
            Begin anew
          </Button>
        </p>
      )}
      {seen?.look === look && isNew && version !== undefined && (
        <SeenNote seen={seen} next={version + 1} onBack={onReplace} />
      )}
      {saving.isOutdated && (
        <OutdatedLookDialog onMine={saving.overwrite} onTheirs={saving.takeTheirs} onClose={saving.dismiss} />
      )}
      {isDeleting && contentId && (
        <DeleteDialog contentId={contentId} look={look} onClose={() => setDeleting(false)} />
      )}
    </header>
  )
}

function DeleteDialog({ contentId, look, onClose }: { contentId: string; look: LookDraft; onClose(): void }) {
  const { route } = useLocation()
  const undo = async () => {
    await songreel.contents.restore(contentId)
    forgetTemplates()
    route(`/templates/${contentId}`)
  }
  const remove = async () => {
    await songreel.contents.delete(contentId)
    forgetTemplates()
    route('/templates')
    showToast(`${look.title} is deleted`, { label: 'Undo', onPress: undo })
  }
  return (
    <Dialog title={`Delete ${look.title}?`} onClose={onClose}>
      <p class="soft">
        It is no longer offered. Videos that were made with it stay, and those that are ordered are made.
        Templates › Deleted brings it back, for as long as the server keeps deleted records: 30 days, if
        nobody has set it otherwise.
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
