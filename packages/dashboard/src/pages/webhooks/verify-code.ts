import page from '../../../../../docs/webhooks.md?raw'

const LANGUAGES = ['Node', 'Python', 'PHP', 'Go']

/** The programs of docs/webhooks.md, which tests run in each language. */
export const VERIFY_CODE: { language: string; code: string }[] = LANGUAGES.map((language) => {
  const [, after = ''] = page.split(`<!-- verify:${language.toLowerCase()} -->`)
  const [, block = ''] = after.split('```')
  return { language, code: block.slice(block.indexOf('\n') + 1).trimEnd() }
})
