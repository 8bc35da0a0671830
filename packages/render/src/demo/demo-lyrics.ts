/** What somebody might sing to the demo song, word by word, as enhanced LRC. Ours, and everybody's (CC0). */
export const DEMO_LYRICS = `[00:00.27]<00:00.27>City <00:00.72>lights <00:01.18>are <00:01.63>fading<00:02.10>
[00:02.14]<00:02.14>I <00:02.51>keep <00:02.87>the <00:03.24>engine <00:03.60>running<00:04.07>
[00:04.29]<00:04.29>All <00:04.65>the <00:05.01>way <00:05.38>to <00:05.74>morning<00:06.21>
[00:06.43]<00:06.43>Tin <00:06.73>lanterns, <00:07.04>the <00:07.34>road <00:07.64>is <00:07.95>ours<00:08.36>
[00:08.57]<00:08.57>Tin <00:08.94>lanterns, <00:09.30>beneath <00:09.66>the <00:10.03>stars<00:10.50>
[00:10.71]<00:10.71>Nobody <00:11.08>knows <00:11.44>where <00:11.81>we <00:12.17>are<00:12.64>
[00:12.86]<00:12.86>Tin <00:13.77>lanterns<00:14.79>
`
