// node-postgres: prints a line for each check, and ends at the first that is wrong.
'use strict'

const assert = require('node:assert/strict')
const { Client, Connection, Pool } = require('pg')
const Cursor = require('pg-cursor')
const { to: copyTo } = require('pg-copy-streams')

const TABLES = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1"
const BY_AGE = 'SELECT age, COUNT(*) FROM patients GROUP BY age ORDER BY age'
const AGES = 121

// The certificate is one of those that Node is told to trust.
const options = { ssl: { rejectUnauthorized: true } }

// A count is off by more than 5 with a probability below e^-500.
const near = (value, expected) => assert.ok(Math.abs(Number(value) - expected) <= 5, String(value))

const ok = (name) => console.log(`ok ${name}`)

async function refused(promise, code, text) {
  const error = await promise.then(
    (result) => assert.fail(`no error, but ${JSON.stringify(result)}`),
    (e) => e
  )
  assert.equal(error.code, code, String(error))
  assert.match(error.message, text)
  return error
}

async function main() {
  const client = new Client(options)
  const notices = []
  client.on('notice', (notice) => notices.push(notice.message))
  await client.connect()
  assert.ok(client.connection.stream.encrypted)
  ok('TLS')
  assert.deepEqual((await client.query({ text: TABLES, rowMode: 'array' })).rows, [['patients'], ['visits']])
  ok('tables')
  const columns = await client.query(
    "SELECT column_name, format_type(atttypid, atttypmod) AS type FROM information_schema.columns" +
      ' JOIN pg_attribute ON attrelid = table_name::regclass AND attname = column_name' +
      " WHERE table_name = $1 ORDER BY ordinal_position",
    ['visits']
  )
  assert.deepEqual(
    columns.rows.map((row) => row.type),
    ['integer', 'numeric(8,2)']
  )
  ok('columns')
  const count = await client.query('SELECT COUNT(*) AS n FROM patients WHERE age < 901')
  near(count.rows[0].n, 2000)
  assert.deepEqual(
    count.fields.map((field) => [field.name, field.dataTypeID]),
    [['n', 20]]
  )
  assert.equal(count.command, 'SELECT')
  assert.equal(count.rowCount, 1)
  ok('count')
  assert.match(notices.join(), /epsilon \d+ spent, \d+ left/)
  ok('charge')

  const question =
    'SELECT region, COUNT(*) AS n, AVG(weight) AS mean, MAX(born) AS last FROM patients' +
    ' WHERE age >= $1 AND born > $2 AND region = ANY($3) GROUP BY region ORDER BY region'
  for (const binary of [false, true]) {
    const answer = await client.query({
      text: question,
      values: [0, new Date(1950, 0, 2 + binary), ['East', 'North']],
      binary,
    })
    assert.deepEqual(
      answer.rows.map((row) => row.region),
      ['East', 'North']
    )
    assert.ok(answer.rows[0].mean > 60 && answer.rows[0].mean < 80)
    ok(`parameters and arrays, binary=${binary}`)
  }
  for (const least of [100, 200, 300]) {
    const answer = await client.query({
      name: 'after',
      text: 'SELECT COUNT(*) AS n FROM patients WHERE patient_id > $1',
      values: [least],
    })
    near(answer.rows[0].n, 2000 - least)
  }
  ok('a named statement')
  const several = await client.query('SELECT COUNT(*) FROM visits; SELECT 7 AS seven')
  near(several[0].rows[0].count, 6000)
  assert.equal(several[1].rows[0].seven, 7)
  ok('several statements')

  const cursor = client.query(new Cursor(BY_AGE + ' LIMIT $1', [1000]))
  let rows = 0
  for (let part = await cursor.read(50); part.length > 0; part = await cursor.read(50)) {
    rows += part.length
  }
  await cursor.close()
  assert.equal(rows, AGES)
  ok('a cursor')
  await client.query('BEGIN')
  await client.query(`DECLARE ages CURSOR FOR ${BY_AGE}`)
  const first = await client.query('FETCH 50 FROM ages')
  const others = await client.query('FETCH ALL FROM ages')
  assert.equal(first.rowCount + others.rowCount, AGES)
  await client.query('COMMIT')
  ok('a cursor of the server')
  const copied = client.query(
    copyTo('COPY (SELECT region, COUNT(*) FROM patients GROUP BY region ORDER BY region) TO STDOUT (FORMAT csv)')
  )
  let text = ''
  for await (const part of copied) {
    text += part
  }
  assert.deepEqual(
    text.trim().split('\n').map((line) => line.split(',')[0]),
    ['East', 'North', 'South']
  )
  ok('COPY')
  const sent = [100, 200, 300].map((least) =>
    client.query('SELECT COUNT(*) AS n, $1::int AS least FROM patients WHERE patient_id > $1', [least])
  )
  for (const answer of await Promise.all(sent)) {
    near(answer.rows[0].n, 2000 - answer.rows[0].least)
  }
  ok('several at once')

  const error = await refused(client.query('SELECT age FROM patients WHERE age > $1', [3]), '42501', /^DP-RAW-ROWS/)
  assert.match(error.hint, /COUNT\(\*\)/)
  assert.ok(Number(error.position) > 0)
  ok('rows are refused')
  await refused(client.query('SELECT COUNT(*) FROM patient'), '42P01', /does not exist/)
  ok('a wrong name')
  await refused(new Client({ ...options, password: 'wrong' }).connect(), '28P01', /password authentication failed/)
  ok('a wrong password')
  await client.query('SET statement_timeout = 200')
  await refused(client.query('SELECT pg_sleep(600)'), '57014', /statement timeout/)
  await client.query('RESET statement_timeout')
  ok('a time limit')
  const sleeping = refused(client.query('SELECT pg_sleep(600)'), '57014', /user request/)
  const again = setInterval(() => {
    const canceller = new Connection({ ssl: options.ssl })
    canceller.on('error', () => {})
    canceller.on('sslconnect', () => canceller.cancel(client.processID, client.secretKey))
    canceller.connect(client.port, client.host)
  }, 300)
  await sleeping
  clearInterval(again)
  ok('cancelling')

  const pool = new Pool({ ...options, max: 3 })
  const numbers = await Promise.all([...Array(9).keys()].map((i) => pool.query('SELECT $1::int AS i', [i])))
  assert.deepEqual(
    numbers.map((answer) => answer.rows[0].i),
    [...Array(9).keys()]
  )
  await pool.end()
  ok('a pool')
  await refused(
    (async () => {
      for (let i = 0; i <= Number(process.env.QUERIES); i++) {
        await client.query('SELECT COUNT(*) FROM visits WHERE cost < 2000 + $1', [i])
      }
    })(),
    '53400',
    /^DP-BUDGET/
  )
  ok('the budget runs out')
  assert.equal((await client.query(TABLES)).rowCount, 2)
  ok('the catalog is free')
  await client.end()
}

main().catch((error) => {
  console.log('WRONG', error)
  process.exit(1)
})
