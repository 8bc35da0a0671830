import { useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { ProgressRow } from '../components/progress-row.tsx'
import { type Choice, ConflictFields } from './conflict-fields.tsx'
import { listChanges } from './record-changes.ts'
import { RecordInput } from './record-input.tsx'
import { type RecordSaving, useRecordSave } from './use-record-save.ts'

type Props = RecordSaving & { title: string; saveLabel: string }

/** Adds or changes a record. Files are uploaded first, with progress. If somebody else has changed the same, both are shown. */
export function RecordDialog({ title, saveLabel, ...saving }: Props) {
  const { fields, onClose } = saving
  const [texts, setTexts] = useState<Record<string, string>>({})
  const [files, setFiles] = useState<Record<string, File>>({})
  const [choices, setChoices] = useState<Record<string, Choice>>({})
  const { percent, errors, conflict, saveAll, saveChosen } = useRecordSave(saving)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (conflict) saveChosen((name) => choices[name] === 'theirs')
    else saveAll(listChanges(fields, texts), files)
  }
  return (
    <Dialog title={conflict ? 'Somebody else has changed this' : title} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        {conflict ? (
          <ConflictFields
            fields={fields.filter(({ name }) => conflict.names.includes(name))}
            theirs={conflict.theirs.values}
            yours={{ ...conflict.changes, ...nameFiles(files) }}
            choices={choices}
            onChoose={(name, choice) => setChoices((before) => ({ ...before, [name]: choice }))}
          />
        ) : (
          fields.map((field) => (
            <RecordInput
              key={field.name}
              field={field}
              text={texts[field.name]}
              error={errors[field.name]}
              onText={(text) => setTexts((before) => ({ ...before, [field.name]: text }))}
              onFile={(file) => setFiles((before) => ({ ...before, [field.name]: file }))}
            />
          ))
        )}
        {percent !== undefined && <ProgressRow percent={percent} label="Upload" />}
        {errors[''] && (
          <p class="error" role="alert">
            {errors['']}
          </p>
        )}
        <footer>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" loudness="main">
            {saveLabel}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

function nameFiles(files: Record<string, File>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, file]) => [name, file.name]))
}
