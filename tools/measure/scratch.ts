import { ROW_SCORES } from './expected.ts'
import { native } from './lanes.ts'
const { scores, skipped } = await native('strangers')
for (const score of ROW_SCORES) console.log(scores.count(score), score)
console.log(scores.likely, scores.isRarelyWrong(), scores.isMostlyRight(), skipped)
for (const note of scores.notes) console.log(note)
