import { RenderError } from './errors.ts'
import type { Template, TemplateData } from './template.ts'

/**
 * Checks a template's data by its schema, fills in what was left out and applies its transforms. Once per video, where
 * the data comes in: parsed again, a transform would be given its own result.
 */
export function parseTemplateData(template: Template, input: unknown = {}): TemplateData {
  const parsed = template.requiredData.safeParse(input)
  if (parsed.success) return parsed.data
  const { contentId } = template
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') ?? ''
  const message = `requiredData of ${contentId}, ${field || 'as a whole'}: ${issue?.message}`
  throw new RenderError('TEMPLATE_DATA_INVALID', message, { contentId, field })
}
