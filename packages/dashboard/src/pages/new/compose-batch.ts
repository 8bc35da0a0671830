import type { BatchInput, Content, RenderRequest } from '@songreel/sdk'
import { isLoop, listShapes } from '../../words/describe-content.ts'
import type { Draft, Look } from './draft.ts'

/** The shapes of a look that were chosen; a look that has none of them keeps its own. */
export function chooseShapes(content: Content, shapes: string[]): string[] {
  const possible = listShapes(content)
  const chosen = shapes.filter((shape) => content.aspectRatios === 'ALL' || possible.includes(shape))
  return chosen.length > 0 ? chosen : possible.slice(0, 1)
}

/** How a video of a look is made, in one shape. */
export function composeSettings(
  { range, motion }: Pick<Draft, 'range' | 'motion'>,
  content: Content,
  aspectRatio: string,
): NonNullable<RenderRequest['videoSettings']> {
  return {
    aspectRatio,
    ...(range && !isLoop(content) && { audioStartEndSecs: range }),
    ...(motion === 'REDUCED' && { motion }),
  }
}

/** The draft as the API takes it. */
export function composeBatch(draft: Draft, contents: Content[]): BatchInput {
  const { saved, looks, ref, webhookUrl, quality } = draft
  return {
    ...(ref.trim() && { ref: ref.trim() }),
    mediaId: saved?.mediaId ?? '',
    ...(webhookUrl.trim() && { webhookUrl: webhookUrl.trim() }),
    ...(quality !== 'FULL' && {
      serviceParams: { videoSettings: { outputQuality: quality as 'PREVIEW' } },
    }),
    renders: looks.flatMap((look) => composeRenders(draft, look, contents)),
  }
}

function composeRenders(draft: Draft, look: Look, contents: Content[]): RenderRequest[] {
  const content = contents.find(({ contentId }) => contentId === look.contentId)
  if (!content) return []
  const hasData = Object.keys(look.requiredData).length > 0
  return chooseShapes(content, draft.shapes).map((shape) => ({
    contentId: look.contentId,
    ...(hasData && { requiredData: look.requiredData }),
    videoSettings: composeSettings(draft, content, shape),
  }))
}
