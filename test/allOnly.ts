/**
 * Test files that `npm test` leaves out, and why: it takes a minute and a half and proves the main things, many of them
 * by examples of what these files prove in full. `npm run test:all` runs all of them but PROGRAMS and RELEASE.
 */
export const ALL_ONLY: Readonly<Record<string, string>> = {
  'test/adapter/jobs.program.test.ts':
    'runs whole suites in several processes; pool.test.ts proves who is asked',
  'test/adapter/stoodStill.program.test.ts':
    'stops the program for seconds; protocol.program.test.ts misses answers of running ones',
  'test/adapters/samples.program.test.ts': 'runs the sample adapters in TypeScript, Python and Go',
  'test/adapters/libraries/libraries.program.test.ts':
    'runs clients of nineteen HTTP libraries; guide.test.ts compares their table with the guide',
  'test/adapters/samples/samples.program.test.ts': 'builds and runs the sample adapters of all languages',
  'test/clock/clock.program.test.ts': 'sets the clocks of SDKs; flag.test.ts proves which times are taken',
  'test/docs/site.program.test.ts': 'opens the site of the documentation in Chromium, once it is built',
  'test/doctor/doctor.program.test.ts': 'asks twenty adapters that are ill; cli.program.test.ts asks one',
  'test/ci/schedulers.program.test.ts':
    'runs shards by GNU parallel, Slurm and the script of a Kubernetes Job',
  'test/ci/templates.program.test.ts': 'runs the scripts of the CI templates',
  'test/client/ended.program.test.ts':
    'ends adapters in the midst of calls; protocol.program.test.ts ends them between questions',
  'test/client/everyFaulty.test.ts':
    'asks every wrong client every vector; faulty.program.test.ts asks some of them',
  'test/diagnose/command.program.test.ts':
    'runs channelproof diagnose and inspect; cli.program.test.ts runs some of it',
  'test/diagnose/clients.test.ts':
    'plays every mistake of a client; patterns.test.ts proves the choice among them',
  'test/diagnose/endpoints.program.test.ts':
    'plays mistakes of a service; patterns.test.ts proves the choice among them',
  'test/diagnose/endpointPatterns.test.ts':
    'plays every mistake of a service; endpoints.program.test.ts plays some',
  'test/diagnose/native.program.test.ts': 'runs wrong SDKs in the libraries of JavaScript',
  'test/gate/baselineFiles.program.test.ts':
    'reads damaged baselines and renews others by the program; baseline.program.test.ts renews one',
  'test/gate/shards.program.test.ts': 'runs the suite in shards, more than fifty times',
  'test/gate/unsteady.program.test.ts': 'asks unsteady adapters again and again',
  'test/gate/year.program.test.ts': 'runs the gate of an SDK through a year',
  'test/generate/client.test.ts':
    'asks clients generated calls; framed.test.ts sends answers in every framing',
  'test/live/explore.program.test.ts':
    'explores services for some time; generated exchanges are asked by endpoint.test.ts',
  'test/live/generated.program.test.ts':
    'asks services generated questions; endpoint.test.ts judges some in process',
  'test/faults/languages.program.test.ts':
    'asks programs in seven languages; trimLanguages.program.test.ts asks some',
  'test/generate/lanes.program.test.ts':
    'searches among 12,000 questions five times; fuzz.program.test.ts runs short searches',
  'test/generate/paced.program.test.ts':
    'waits until a clock of its own shows; ownClock.test.ts judges one in process',
  'test/generate/run.program.test.ts':
    'runs sdk with generated questions, more than thirty times; fuzz.program.test.ts runs some',
  'test/generate/faults.test.ts':
    'draws the questions of twenty seeds for each fault; tokens.test.ts draws some',
  'test/generate/endpointAll.test.ts':
    'asks right and wrong services the questions of many seeds; endpoint.test.ts asks some',
  'test/generate/tokensAll.test.ts':
    'asks every right SDK generated questions; variants/token.test.ts asks it vectors',
  'test/packaging/outputs.program.test.ts': 'runs the examples of the guides',
  'test/transcript/transcript.program.test.ts': 'judges whole suites that a program answered from a file',
  'test/frameworks/frameworks.program.test.ts':
    'runs services in frameworks of three languages; live.program.test.ts asks the embedded one',
  'test/hostile/adapters.program.test.ts':
    'runs more than fifty misbehaving adapters; cli.program.test.ts runs some',
  'test/hostile/endpoints.program.test.ts':
    'asks twenty misbehaving endpoints; streams.program.test.ts asks some',
  'test/hostile/loopholes.program.test.ts':
    'runs adapters that take a freedom too far; judge.test.ts judges some answers',
  'test/hostile/bugs.program.test.ts': 'plants bugs in the built program',
  'test/hostile/outputs.program.test.ts': 'runs with readers that go away and disks that are full',
  'test/client/limits.program.test.ts':
    'plays clients without a time limit; patterns.test.ts proves the choice among them',
  'test/client/starved.test.ts': 'waits for the time limits of clients that a busy machine holds up',
  'test/client/tokenLeaks.test.ts':
    'runs SDKs that write secrets to standard error; leaks.test.ts proves what is heard',
  'test/client/trace.program.test.ts': 'runs --trace over every call; cli.program.test.ts runs some',
  'test/generate/clientAll.test.ts':
    'asks right clients the generated calls of many seeds; framed.test.ts sends some answers',
  'test/generate/clientFaultsAll.test.ts':
    'asks wrong clients the generated calls of several seeds; faulty.test.ts asks some',
  'test/gate/lock.program.test.ts':
    'runs the gate with locks of every kind; baseline.program.test.ts runs it with baselines',
  'test/hostile/secrets.program.test.ts':
    'looks for secrets in every report; terminal/secrets.test.ts proves the masking',
  'test/live/streams.program.test.ts':
    'asks endpoints that stop nothing or too much; live.program.test.ts asks some',
  'test/prototypeNames.test.ts': 'tries the names of Object.prototype everywhere',
  'test/validate/command.program.test.ts': 'runs channelproof validate; cli.program.test.ts runs some of it',
  'test/hostile/files.program.test.ts': 'writes reports into pipes and links, with programs that read them',
  'test/hostile/driver.program.test.ts':
    'plants what the random driver looks for; files.program.test.ts proves much of it',
  'test/library/languages.program.test.ts': 'runs the tests of SDKs in Python and Go, once for each mistake',
  'test/library/projects.program.test.ts': 'runs vitest and jest in projects of their own',
  'test/live/everyFaulty.test.ts': 'runs every faulty service; faulty.test.ts runs some',
  'test/live/wrongAnswers.test.ts':
    'has each request answered wrongly once; faulty.test.ts runs some faulty services',
  'test/live/channels.program.test.ts':
    'runs live on the channels of others; live.program.test.ts names what it skips there',
  'test/live/secrets.program.test.ts':
    'looks for secrets in every output of live; terminal/secrets.test.ts proves the masking',
  'test/live/settings.program.test.ts':
    'tries settings that cannot be meant; live.program.test.ts tries some',
  'test/openapi/redocly.program.test.ts': 'runs the linter of OpenAPI documents',
  'test/openapi/schemathesis.program.test.ts': 'asks another program for bodies',
  'test/packaging/package.program.test.ts': 'packs the package and uses it in projects of their own',
  'test/packaging/samples.program.test.ts': 'runs the samples out of the package, in folders of their own',
  'test/packages/packages.program.test.ts':
    'installs packages by the package managers of Go and Python; packages.test.ts reads their metadata',
  'test/packages/release.program.test.ts':
    'builds the packages of Rust and Java; packages.test.ts reads their metadata',
  'test/portability/load.program.test.ts': 'loads the vectors with the YAML libraries of other languages',
  'test/portability/snippets.program.test.ts': 'runs the snippets of a guide in their languages',
  'test/report/comparePage.program.test.ts': 'opens pages in Chromium',
  'test/report/htmlPage.program.test.ts': 'opens pages in Chromium',
  'test/report/sitePage.program.test.ts': 'opens pages in Chromium',
  'test/inspector/page.program.test.ts':
    'opens pages in Chromium; tools.test.ts proves what they say, node.test.ts their digests',
  'test/variants/service.test.ts':
    'asks services that depart from a rule every vector; faulty.test.ts asks some',
  'test/gate/reports.program.test.ts':
    'runs the gate once for each format and ending; cli.program.test.ts runs some',
  'test/live/kept.program.test.ts':
    'asks endpoints over connections that break; streams.program.test.ts asks some',
  'test/variants/client.test.ts':
    'asks every right client vectors of every kind; clientSome.test.ts asks some of them',
  'test/socket/page.program.test.ts': 'opens pages in Chromium',
  'test/socket/phone.program.test.ts':
    'runs the whole suite over sockets eighteen times; reception.test.ts proves who is let in',
  'test/socket/hostile.program.test.ts': 'runs misbehaving devices; reception.test.ts proves who is let in',
  'test/transcript/files.program.test.ts': 'judges files that are damaged in forty ways',
  'test/live/chaos.program.test.ts':
    'brings about bad days of right endpoints; patience.program.test.ts has some, journal.program.test.ts others',
  'test/live/interruptions.program.test.ts':
    'interrupts twenty runs at random; journal.program.test.ts kills some',
  'test/live/budget.program.test.ts': 'counts the requests of many runs that have a budget',
  'test/validate/unreadable.program.test.ts': 'validates files that cannot be read',
  'test/soak/soak.program.test.ts':
    'asks SDKs until they wear; places.test.ts proves what is said of a place',
  'test/strangers/strangers.program.test.ts': 'runs SDKs that were written from the interface alone',
  'test/validators/validators.program.test.ts': 'asks the JSON Schema validators of other languages',
}

/**
 * Those of them that wait for time limits, or until something has happened: .ci/run runs them beside other work, as all
 * that `npm test` runs. There are few others that a slow machine could fail.
 */
export const WAITS: readonly string[] = [
  'test/client/starved.test.ts',
  'test/generate/client.test.ts',
  'test/gate/unsteady.program.test.ts',
  'test/hostile/adapters.program.test.ts',
  'test/hostile/endpoints.program.test.ts',
  'test/hostile/outputs.program.test.ts',
  'test/live/kept.program.test.ts',
  'test/live/streams.program.test.ts',
  'test/soak/soak.program.test.ts',
  'test/socket/hostile.program.test.ts',
]

/** Those that ask programs beside Node: toolchains, validators, browsers. `npm run test:programs` runs them. */
export const PROGRAMS: readonly string[] = [
  'test/adapters/libraries/libraries.program.test.ts',
  'test/adapters/samples.program.test.ts',
  'test/adapters/samples/samples.program.test.ts',
  'test/clock/clock.program.test.ts',
  'test/docs/site.program.test.ts',
  'test/faults/languages.program.test.ts',
  'test/frameworks/frameworks.program.test.ts',
  'test/inspector/page.program.test.ts',
  'test/judge/vectors.program.test.ts',
  'test/packages/packages.program.test.ts',
  'test/packaging/checksums.program.test.ts',
  'test/portability/load.program.test.ts',
  'test/portability/snippets.program.test.ts',
  'test/report/comparePage.program.test.ts',
  'test/report/htmlPage.program.test.ts',
  'test/report/junitXsd.program.test.ts',
  'test/report/sitePage.program.test.ts',
  'test/socket/page.program.test.ts',
  'test/validators/validators.program.test.ts',
]

/**
 * Those that .ci/release runs and .ci/run does not, because they take minutes. What they prove in full .ci/run
 * proves in part: the self-check asks each fault and each right subject, ALL_ONLY names the tests that take some.
 */
export const RELEASE: readonly string[] = [
  'test/adapter/jobs.program.test.ts',
  'test/ci/schedulers.program.test.ts',
  'test/ci/templates.program.test.ts',
  'test/client/everyFaulty.test.ts',
  'test/client/faulty.program.test.ts',
  'test/client/tokenLeaks.test.ts',
  'test/diagnose/clients.test.ts',
  'test/diagnose/endpointPatterns.test.ts',
  'test/diagnose/endpoints.program.test.ts',
  'test/gate/shards.program.test.ts',
  'test/gate/year.program.test.ts',
  'test/generate/clientAll.test.ts',
  'test/generate/clientFaultsAll.test.ts',
  'test/generate/endpointAll.test.ts',
  'test/generate/faults.test.ts',
  'test/generate/lanes.program.test.ts',
  'test/generate/run.program.test.ts',
  'test/generate/tokensAll.test.ts',
  'test/library/languages.program.test.ts',
  'test/library/projects.program.test.ts',
  'test/live/everyFaulty.test.ts',
  'test/live/generated.program.test.ts',
  'test/live/wrongAnswers.test.ts',
  'test/openapi/redocly.program.test.ts',
  'test/openapi/schemathesis.program.test.ts',
  'test/packages/release.program.test.ts',
  'test/packaging/samples.program.test.ts',
  'test/socket/phone.program.test.ts',
  'test/strangers/strangers.program.test.ts',
  'test/transcript/files.program.test.ts',
  'test/variants/client.test.ts',
  'test/variants/clientSome.test.ts',
]

/**
 * Those that are left out for their time alone: each takes five seconds or more. What they prove others prove in small,
 * and `npm test` should end while its reader waits.
 */
export const LONG: readonly string[] = [
  'test/adapter/settings.program.test.ts',
  'test/asData.program.test.ts',
  'test/ci/publish.program.test.ts',
  'test/client/capture.program.test.ts',
  'test/client/everyCall.test.ts',
  'test/client/faulty.program.test.ts',
  'test/client/members.test.ts',
  'test/diagnose/common.test.ts',
  'test/diagnose/decide.test.ts',
  'test/diagnose/habits.test.ts',
  'test/diagnose/likely.test.ts',
  'test/diagnose/methods.test.ts',
  'test/diagnose/reach.test.ts',
  'test/diagnose/several.test.ts',
  'test/diagnose/trouble.program.test.ts',
  'test/diagnose/unchecked.test.ts',
  'test/generate/constructed.test.ts',
  'test/generate/endpoint.test.ts',
  'test/generate/fuzz.program.test.ts',
  'test/generate/pace.test.ts',
  'test/generate/tokens.test.ts',
  'test/hostile/inputs.program.test.ts',
  'test/http/serve.program.test.ts',
  'test/init.program.test.ts',
  'test/inspect/inspect.test.ts',
  'test/judge/vectors.program.test.ts',
  'test/live/atOnce.program.test.ts',
  'test/live/journal.program.test.ts',
  'test/live/live.program.test.ts',
  'test/live/patience.program.test.ts',
  'test/live/profile.program.test.ts',
  'test/live/repeat.program.test.ts',
  'test/openapi/bundle.program.test.ts',
  'test/packaging/checksums.program.test.ts',
  'test/report/agreement.test.ts',
  'test/report/compare.program.test.ts',
  'test/report/diff.program.test.ts',
  'test/report/junitXsd.program.test.ts',
  'test/report/labels.program.test.ts',
  'test/report/site.program.test.ts',
  'test/soak/repeats.test.ts',
  'test/terminal/progress.program.test.ts',
  'test/variants/clientSome.test.ts',
  'test/vectorsCopy.program.test.ts',
]
