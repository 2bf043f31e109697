import { sql } from 'kysely'
import { submitWork } from '@toile/db/activities/activity-submissions'
import { makeActivity, makeReleasedWork, setPhase } from '@toile/testing/activities'
import { caller, type Person, type TestApi } from '../../test-api.js'

type Participant = Person & { workId: string }

export function activityCalls(api: TestApi) {
  async function participant(id: string, options?: Parameters<TestApi['person']>[0]): Promise<Participant> {
    const person = await api.person(options)
    await sql`insert into activity_registrations (activity_id, user_id, created_at)
      values (${id}, ${person.user.id}, date_trunc('milliseconds', clock_timestamp()))`.execute(api.db)
    return { ...person, workId: await makeReleasedWork(api.db, person.user) }
  }

  async function judged(points: readonly number[], fields = {}) {
    const juror = await api.person()
    const id = await makeActivity(api.db, 'submission', { jurors: [juror.user.id], ...fields })
    const entered: Participant[] = []
    for (const point of points) {
      const person = await participant(id, { password: 'a good password' })
      const entry = await submitWork(api.db, { activityId: id, workId: person.workId, userId: person.user.id })
      await sql`insert into activity_scores (submission_id, juror_id, scores)
        values (${entry}, ${juror.user.id}, ${JSON.stringify({ cut: point, idea: point })})`.execute(api.db)
      entered.push(person)
    }
    await setPhase(api.db, id, 'awarding')
    return { id, entered, jurorId: juror.user.id }
  }

  return {
    participant,
    judged,
    visitor: () => caller(api.url),
    enter: (person: Person, id: string, workId: string) =>
      person.call('POST', `/activities/${id}/submissions`, { body: { workId } }),
  }
}

export async function codeOf(response: Promise<Response>): Promise<string> {
  const got = await response
  if (got.status < 300) return 'ok'
  return ((await got.json()) as { code: string }).code
}
