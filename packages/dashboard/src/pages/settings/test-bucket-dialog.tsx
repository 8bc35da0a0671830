import type { DestinationCredentials, DestinationTested } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { CodeBlock } from '../../components/code-block.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { describeError } from '../../format/describe-error.ts'

const BOXES = [
  { name: 'bucket', label: 'Bucket', help: 'It must exist.' },
  { name: 'prefix', label: 'Folder', help: 'Where in the bucket; empty for its top.' },
  { name: 'region', label: 'Region', help: 'Such as eu-central-1; empty for us-east-1.' },
  { name: 'endpoint', label: 'Address of the store', help: 'Empty for AWS.' },
] as const

type Place = Record<(typeof BOXES)[number]['name'], string>

/** Tries a bucket with stored keys, and shows what a batch would say to use it. */
export function TestBucketDialog({
  credentials: { credentialsId, name },
  onClose,
}: {
  credentials: DestinationCredentials
  onClose(): void
}) {
  const [place, setPlace] = useState<Place>({ bucket: '', prefix: '', region: '', endpoint: '' })
  const [tested, setTested] = useState<DestinationTested>()
  const [error, setError] = useState<string>()
  const given = Object.fromEntries(Object.entries(place).filter(([, value]) => value.trim() !== ''))
  const test = async (event: SubmitEvent) => {
    event.preventDefault()
    setTested(undefined)
    try {
      setTested(await songreel.destinationCredentials.test(credentialsId, { ...given, bucket: place.bucket }))
      setError(undefined)
    } catch (cause) {
      setError(describeError(cause))
    }
  }
  return (
    <Dialog title={`Test ${name}`} onClose={onClose}>
      <form class="stack" onSubmit={test}>
        {BOXES.map(({ name, label, help }) => (
          <Field key={name} label={label} help={help} error={name === 'bucket' ? error : undefined}>
            {(box) => (
              <input
                {...box}
                value={place[name]}
                required={name === 'bucket'}
                autocomplete="off"
                spellcheck={false}
                onInput={({ currentTarget }) => setPlace({ ...place, [name]: currentTarget.value })}
              />
            )}
          </Field>
        ))}
        {tested && <Outcome tested={tested} />}
        {tested?.isWritable && (
          <CodeBlock
            text={JSON.stringify(
              { serviceParams: { destination: { type: 'S3', ...given, credentialsId } } },
              null,
              2,
            )}
            label="In the request of a batch"
          />
        )}
        <footer>
          <Button onPress={onClose}>Close</Button>
          <Button type="submit" loudness="main">
            Test the bucket
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

function Outcome({ tested: { isWritable, isDeleted, key, error } }: { tested: DestinationTested }) {
  if (!isWritable)
    return (
      <p class="failure" role="alert">
        {error?.message}
      </p>
    )
  return (
    <p role="status">
      The bucket can be written.
      {!isDeleted && ` The test's file, ${key}, could not be deleted again; no video needs that.`}
    </p>
  )
}
