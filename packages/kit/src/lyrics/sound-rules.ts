/** How a language writes what is sung: words that give it away, and what is replaced in each word, one rule after the other. */
type Language = { readonly common: ReadonlySet<string>; readonly rules: readonly Rule[] }

/** What is found becomes what is sung. Capitals are vowels that later rules leave alone. */
type Rule = readonly [found: RegExp, sung: string]

const words = (text: string) => new Set(text.split(' '))

const ENGLISH: Language = {
  common: words('the and you to is in it of that my me we are this for but with on your what be all so'),
  rules: [
    [/^i('.*)?$/, 'AI$1'],
    [/'/g, ''],
    [/^you/, 'iU'],
    [/^are$/, 'Al'],
    [/^on(?=c?e$)/, 'uAn'],
    [/ould/, 'Ud'],
    [/igh/, 'AI'],
    [/^([^aeiouy]+)(?:y|ie|ye)([sd]?)$/, '$1AI$2'],
    // A silent "e" makes the vowel before it long.
    [/i([bdfgklmnpstvz])e([sd]?)$/, 'AI$1$2'],
    [/a([bcdfgklmnpstvz])e([sd]?)$/, 'E$1$2'],
    [/(?<=[aeiouy].*[^aeiouy])e(?=s?$)/i, ''],
    [/(?<=[aeiouy].*[^aeiouytd])e(?=d$)/i, ''],
    [/ough/, 'O'],
    [/tion/, 'son'],
    [/a(?=l[lk])/g, 'O'],
    [/ow|aw|oa/g, 'O'],
    [/[eu]w/g, 'U'],
    [/[eiu]r/g, 'El'],
    [/oo|ou/g, 'U'],
    [/ee|ea|ey/g, 'I'],
    [/ai|ay|ei/g, 'E'],
    [/^kn/, 'n'],
    [/th|ph/g, 'p'],
    [/gh/g, ''],
    [/tch|ch|sh|d?ge|j/g, 's'],
    [/^([^aeiouyAEIOU]*)u([^aeiouyAEIOU]+)$/, '$1A$2'],
    [/h/g, ''],
  ],
}

const FRENCH: Language = {
  common: words(
    'le les et je des une est pas qui dans pour sur ce c j l d au du il elle mais nous vous plus avec',
  ),
  rules: [
    [/'/g, ''],
    [/^([ctldms]?)est?$/, '$1E'],
    [/^et$/, 'E'],
    // Silent endings; what stands before them is heard.
    [/(?<=[aeiouyéèêàâîôû].*[^aeiouyéèêàâîôû])(?:ent|es?)$/, '_'],
    [/(?<=[iuéa])es?$/, '_'],
    [/(?<=[^_].)[tdsxpz]+$/, ''],
    [/e[rz]$/, 'E'],
    [/eau|au/g, 'O'],
    [/o[iî]/g, 'UA'],
    [/o[uùû]/g, 'U'],
    [/œu|oeu|eu/g, 'E'],
    [/ien/g, 'iEn'],
    [/(?:ain|ein|in|im|un)(?![aeiouyéèê])/g, 'En'],
    [/[ae][nm](?![aeiouyéèênm])/g, 'An'],
    [/ai|ei/g, 'E'],
    [/qu|gu(?=[eiéè])|ph/g, 'p'],
    [/[uûù]/g, 'I'],
    [/ill/g, 'i'],
    [/gn/g, 'ni'],
    [/g(?=[eiéè])|ch|j/g, 's'],
    [/h/g, ''],
  ],
}

const GERMAN: Language = {
  common: words('ich und der die das ist nicht ein mir es zu wir auf den mit sich dass auch mich dich wenn'),
  rules: [
    [/'/g, ''],
    [/sch/g, 's'],
    [/[ae][iy]/g, 'AI'],
    [/ie/g, 'I'],
    [/eu|äu/g, 'OI'],
    [/t?z/g, 'ps'],
    [/[vw]|qu|ph/g, 'p'],
    [/[äö]/g, 'E'],
    [/[üj]/g, 'I'],
    [/er$/, 'EA'],
    [/ch/g, 's'],
    [/h/g, ''],
  ],
}

const SPANISH: Language = {
  common: words('el los y en mi con por una lo se las del como yo mas para si es te'),
  rules: [
    [/ch/g, 's'],
    [/ll/g, 'i'],
    [/[jv]|g(?=[eiéí])|[qg]u(?=[eiéí])/g, 'p'],
    [/h/g, ''],
  ],
}

/** What most languages in Latin letters have in common. */
const ANY_LATIN: readonly Rule[] = [
  [/sch|ch|sh/g, 's'],
  [/th|ph|qu/g, 'p'],
  [/gh/g, ''],
  [/eau|au/g, 'O'],
  [/ou|oo/g, 'U'],
  [/ee|ie/g, 'I'],
  [/h/g, ''],
]

/** So many of a text's words are common ones of its language, at least. */
const COMMON_SHARE = 0.08

/** The rules of the language that a text seems to be in. */
export function findRules(text: string): readonly Rule[] {
  const all = text.toLowerCase().match(/\p{L}+/gu) ?? []
  let [most, rules] = [COMMON_SHARE * all.length, ANY_LATIN]
  for (const language of [ENGLISH, FRENCH, GERMAN, SPANISH]) {
    const count = all.filter((word) => language.common.has(word)).length
    if (count > most) [most, rules] = [count, language.rules]
  }
  return rules
}
