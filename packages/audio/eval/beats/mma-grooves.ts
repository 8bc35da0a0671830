/** A groove of MMA with a tempo that suits it. `bar` counts MMA's beats; `compound` ones are eighths of 6/8. */
export type Groove = {
  groove: string
  second?: string
  bpm: number
  bar: number
  genre: string
  isCompound?: true
}

function inFour(genre: string, grooves: [groove: string, bpm: number, second?: string][]): Groove[] {
  return grooves.map(([groove, bpm, second]) => ({ groove, bpm, bar: 4, genre, ...(second && { second }) }))
}

function inThree(genre: string, grooves: [groove: string, bpm: number][]): Groove[] {
  return grooves.map(([groove, bpm]) => ({ groove, bpm, bar: 3, genre }))
}

/** Grooves by people who know the kind of music; the tempos are ours. */
export const GROOVES: Groove[] = [
  ...inFour('mma rock and pop', [
    ['BasicRock', 126, 'BasicRockSus'],
    ['SoftRock', 108, 'SoftRock1'],
    ['50sRock', 152, '50sRock1'],
    ['FolkRock', 118, 'FolkRockPlus'],
    ['rock1A', 134, 'rock1B'],
    ['DigitalRock', 122],
    ['60sPop', 138],
    ['8BeatPop1', 116],
    ['16Beat1', 98],
    ['Twist', 160, 'Twist4'],
    ['8beatmotownA', 124, '8beatmotownB'],
    ['W-RockMainA', 112, 'W-RockMainB'],
  ]),
  ...inFour('mma metal', [
    ['HeavyMetal', 150],
    ['HeavyMetal', 172],
    ['metal1A', 176, 'metal1B'],
    ['metal1A', 188, 'metal1B'],
    ['metal2A', 170, 'metal2B'],
    ['metal2A', 182, 'metal2B'],
  ]),
  ...inFour('mma funk and soul', [
    ['Funk1', 104],
    ['Funk2', 112],
    ['BVFunk', 98, 'BVFunkHorns'],
    ['Kfunk1A', 108, 'Kfunk1B'],
    ['R&B', 92, 'R&BPlus'],
    ['ModernR&B', 88],
  ]),
  ...inFour('mma dance', [
    ['House', 124],
    ['Techno', 132],
    ['Trance1', 138],
    ['Rave', 146],
    ['LatinHouse', 126],
    ['Trance', 134, 'Trance1'],
    ['TripHop', 84],
    ['Hip-Hop', 92],
    ['HipHop', 96, 'HipHopPlus1'],
    ['8BeatDance', 120],
  ]),
  ...inFour('mma swing and shuffle', [
    ['Swing', 140],
    ['EasySwing', 120, 'EasySwingWalk'],
    ['FastSwing', 190, 'FastSwingWalk'],
    ['MiddleBigBand', 150],
    ['Bebop', 180, 'BebopPlus'],
    ['NiteJazz', 96, 'NiteJazzPlus'],
    ['ShuffleRock', 128],
    ['16Shuffle1', 94],
    ['Blues', 110, 'BluesTriple'],
    ['SlowBlues', 66],
    ['Blues128', 62, 'Blues128Plus'],
    ['Rock128', 70, 'Rock128Plus'],
    ['Dixie', 168, 'Dixie1'],
    ['RagTime', 144, 'RagtimePlus'],
  ]),
  ...inFour('mma latin and reggae', [
    ['BossaNova', 126, 'BossaNova1Sus'],
    ['Salsa', 180, 'SalsaPlus'],
    ['Mambo', 172, 'Mambo1'],
    ['ChaCha', 122, 'ChaCha1'],
    ['Tango', 116, 'Tango1'],
    ['Merengue', 136, 'Merengue1'],
    ['Calypso', 130, 'Calypso1'],
    ['Bolero', 90],
    ['LatinFusion', 118],
    ['Ska', 156, 'Ska1'],
    ['SambaPlus', 108],
  ]),
  ...inFour('mma ballad', [
    ['PopBallad', 72, 'PopBallad1'],
    ['PianoBallad', 66, 'PianoBallad1'],
    ['GuitarBallad', 78, 'GuitarBallad1'],
    ['8BeatBallad1', 80],
    ['Arpeggio8', 88, 'Arpeggio48'],
    ['Ambient1', 84],
  ]),
  ...inFour('mma folk', [
    ['BlueGrass', 132],
    ['Folk', 120, 'FolkWalk'],
    ['Zydeco', 150, 'ZydecoPlus'],
    ['Polka', 124],
    ['March', 116, 'March2'],
    ['WesternMainA', 128, 'WesternMainB'],
  ]),
  ...inThree('mma waltz', [
    ['Waltz', 120],
    ['VieneseWaltz', 168],
    ['CountryWaltz', 108],
    ['RockWaltz', 126],
    ['FrenchWaltz', 156],
    ['PopWaltz', 98],
    ['JazzWaltz', 140],
    ['ArpeggioWaltz8', 92],
  ]),
  { groove: '68Ballad', bpm: 168, bar: 6, genre: 'mma six-eight', isCompound: true },
  { groove: '68Ballad', bpm: 216, bar: 6, genre: 'mma six-eight', isCompound: true },
  { groove: 'Blues68', bpm: 180, bar: 6, genre: 'mma six-eight', isCompound: true },
  { groove: 'Blues68Walk', bpm: 222, bar: 6, genre: 'mma six-eight', isCompound: true },
]
