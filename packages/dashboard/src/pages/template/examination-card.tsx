import { toOwnUrl } from '../../client.ts'
import { Card } from '../../components/card.tsx'
import '../../components/status-pill.css'

/** What was found when a look was examined. */
export type Examination = {
  status: string
  faults: { check: string; aspectRatio?: string; message: string; pictureUrl?: string }[]
}

const WORDS: Record<string, [word: string, mood: string, text: string]> = {
  PENDING: [
    'Being examined',
    'active',
    'Every shape, covers of any colour, titles of any length and script, flashes and cost.',
  ],
  PASSED: ['Passed', 'good', 'It passed what our own templates pass.'],
  FAILED: ['Has faults', 'warn', 'It can be used as it is; these videos may not look as you wish.'],
}

/** The result of a look's examination, with the pictures of what is wrong. */
export function ExaminationCard({ examination: { status, faults } }: { examination: Examination }) {
  const [word, mood, text] = WORDS[status] ?? [status, 'idle', '']
  return (
    <Card title="Examination" aside={<span class={`pill is-${mood}`}>{word}</span>}>
      <p class="soft">{text}</p>
      {faults.length > 0 && (
        <ul class="template-faults">
          {faults.map(({ check, aspectRatio, message, pictureUrl }) => (
            <li key={`${check} ${aspectRatio} ${message}`}>
              {pictureUrl && <img src={toOwnUrl(pictureUrl)} alt={`The frame: ${message}`} loading="lazy" />}
              <div>
                <p>{message}</p>
                <p class="soft small">{[check, aspectRatio].filter(Boolean).join(' · ')}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
