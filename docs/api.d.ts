// runners/library/check.d.ts
import type { Answer, Output, Description, Ending, Question, Reply, Subject, Vector, Verdict } from '../../src/model/index.ts';
export type OwnReply = Reply<Output>;
export declare class InProcessSubject implements Subject {
    #private;
    readonly description: Description;
    constructor(description: Description, answer: (question: Question) => OwnReply | Promise<OwnReply>);
    ask(question: Question): Promise<Answer>;
    close(): Promise<Ending>;
}
export declare class Refused extends Error {
    readonly name = "Refused";
    readonly reason: string;
    constructor(reason: string);
}
export declare class Unsupported extends Error {
    readonly name = "Unsupported";
}
export type Ask = (question: Question) => unknown;
export declare function vectors(...globs: readonly string[]): readonly Vector[];
export interface CheckOptions {
    readonly clock?: Description['clock'];
    readonly joinParams?: readonly string[];
}
export declare function check(vector: Vector, ask: Ask, options?: CheckOptions): Promise<Verdict>;

// runners/library/index.d.ts
export * from '../../src/index.ts';
export { check, Refused, Unsupported, vectors, type Ask, type CheckOptions } from './check.ts';

// src/again.d.ts
import { type JudgedVector, type Find } from './ask.ts';
import type { Subject } from './model/index.ts';
export interface AgainOptions {
    readonly fresh: () => Promise<Subject | undefined>;
    readonly seconds: number;
    readonly now: () => number;
}
export declare const mayBeUnsteady: ({ verdict: { outcome, rule } }: JudgedVector) => boolean;
export declare function secondAsking({ fresh, seconds, now }: AgainOptions, find: Find, signal?: AbortSignal): (all: readonly JudgedVector[]) => Promise<JudgedVector[]>;

// src/ask.d.ts
import { type Answer, type Description, type Subject, type Vector, type VectorId, type Verdict } from './model/index.ts';
export interface JudgedVector {
    readonly vector: Vector;
    readonly answer: Answer;
    readonly verdict: Verdict;
    readonly again?: JudgedVector;
}
export type Find = (id: VectorId) => Vector | undefined;
export declare function asker(find: Find, subject: Subject, isTogether?: (id: VectorId) => boolean): (vector: Vector) => Promise<JudgedVector>;
export declare function awaitedLater<T>(work: Promise<T>): Promise<T>;
export declare function asAsked(vector: Vector, description: AskedOf): Vector;
export declare function questionFor(vector: Vector, { clock, always, ...said }: AskedOf): Vector['question'];
export type AskedOf = Pick<Description, 'clock' | 'always' | 'limits' | 'joinParams' | 'members'>;
export declare const isAskedOfAdapters: ({ question }: Vector) => boolean;
export declare function cannotBeAsked(vector: Vector, description: Description): string | undefined;

// src/body/index.d.ts
export type { BodyViolation } from './violation.ts';
export type * from './types.ts';
export { gatingViolations, readBody, rightBody, validateBody } from './validate.ts';

// src/body/rules.d.ts
import type { BodyKind, Level, RequirementId } from '../model/index.ts';
export type Rule = readonly [requirement: RequirementId, section: string, level?: Level];
type MemberRules = Readonly<Partial<Record<string, Rule>>>;
export declare const isOptional: (kind: BodyKind, pointer: string, isSingle: boolean) => boolean;
export declare const rulesAt: (kind: BodyKind, pointer: string) => MemberRules | undefined;
export {};

// src/body/types.d.ts
import type { JoinParamName } from '../interface/joinParams.ts';
import type { JOIN_PARAM_SCHEMAS } from '../interface/schemas.ts';
import type { BodyKind, Json, JsonObject } from '../model/index.ts';
export type JoinParams = {
    readonly [Name in RequiredName]: ValueOf<Name>;
} & {
    readonly [Name in Exclude<JoinParamName, RequiredName>]?: ValueOf<Name>;
};
type Schemas = typeof JOIN_PARAM_SCHEMAS;
type RequiredName = {
    [Name in JoinParamName]: Schemas[Name]['required'] extends true ? Name : never;
}[JoinParamName];
type ValueOf<Name extends JoinParamName> = Schemas[Name]['type'] extends 'string' ? string : number;
interface StreamSettings {
    readonly streamId: number;
    readonly url: string;
    readonly flag: number;
    readonly layout?: JsonObject;
    readonly fps?: 15 | 30;
    readonly watermarks?: readonly Json[];
    readonly delayClose?: number;
}
interface MixedStream extends StreamSettings {
    readonly type: 1;
    readonly userId?: string;
}
interface SingleStream extends StreamSettings {
    readonly type: 2;
    readonly userId: string;
}
export type StreamConfiguration = MixedStream | SingleStream;
export interface StartRequest {
    readonly channelId: string;
    readonly streamList: readonly StreamConfiguration[];
}
export interface StreamChange {
    readonly streamId: number;
    readonly url?: string;
    readonly userId?: string;
    readonly layout?: JsonObject;
    readonly fps?: 15 | 30;
    readonly watermarks?: readonly Json[];
}
export interface UpdateRequest {
    readonly channelId: string;
    readonly streamList: readonly StreamChange[];
}
export interface StopRequest {
    readonly channelId: string;
    readonly streamId?: number;
}
interface Bodies {
    'auth-token': JoinParams;
    'streaming-start': StartRequest;
    'streaming-update': UpdateRequest;
    'streaming-stop': StopRequest;
}
export type BodyOf<K extends BodyKind> = Bodies[K];
export {};

// src/body/validate.d.ts
import type { BodyKind, Json, Level } from '../model/index.ts';
import { type BodyViolation } from './violation.ts';
import type { BodyOf } from './types.ts';
export declare function validateBody(kind: BodyKind, input: string | Exclude<Json, string>): BodyViolation[];
export declare function readBody(kind: BodyKind, input: string): {
    value: Json;
    violations: BodyViolation[];
};
export declare function rightBody<K extends BodyKind>(kind: K, input: string): BodyOf<K> | undefined;
export declare const gatingViolations: (violations: readonly BodyViolation[], gating?: Exclude<Level, 'unspecified'>) => BodyViolation[];

// src/body/violation.d.ts
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Blame, BodyKind, Json, Level, RequirementId } from '../model/index.ts';
import { type Rule } from './rules.ts';
export interface BodyViolation extends Blame {
    readonly message: string;
    readonly level: Level;
    readonly requirement?: RequirementId;
    readonly member?: string;
}
export declare function fromSchema(kind: BodyKind, error: ErrorObject, body: Json): BodyViolation | undefined;
export declare function nameOf(pointer: string): string;
export declare const duplicate: (instancePath: string) => BodyViolation;
export declare const writtenAsFraction: (instancePath: string, [requirement, section]: Rule) => BodyViolation;
export declare const beyondDoubles: (instancePath: string) => BodyViolation;
export declare const noJson: (why: string) => BodyViolation;

// src/diagnose/index.d.ts
import type { FaultText, FaultyAnswer, OutputFault } from '../faults/fault.ts';
import { type Passed } from './methods.ts';
import type { Answer, FaultId, LikelyCause, Method, Question, VectorId } from '../model/index.ts';
export type { Passed } from './methods.ts';
export interface Wrong {
    readonly id: VectorId;
    readonly question: Question;
    readonly answer: Answer;
    readonly follows?: VectorId;
}
export interface Explanation {
    readonly candidates: readonly (readonly FaultId[])[];
    readonly forms: readonly string[];
    readonly methods: readonly Method[];
    readonly right: readonly Method[];
    readonly explains: readonly VectorId[];
}
export interface Told {
    readonly causes: readonly Explanation[];
    readonly unexplained: readonly VectorId[];
    readonly likely: readonly LikelyCause[];
    readonly faultsOf: ReadonlyMap<VectorId, readonly FaultId[]>;
}
export interface Diagnosis extends Told {
    readonly openMethods: ReadonlySet<Method>;
    readonly deciding: <Asked extends {
        readonly question: Question;
    }>(pool: readonly Asked[]) => Asked[];
    readonly decidedBy: (wrong: readonly Wrong[], passed: readonly Passed[]) => Diagnosis;
}
export declare function diagnoseRun(wrong: readonly Wrong[], passed: readonly Passed[], faults?: readonly OutputFault[]): Diagnosis;
export declare const TRIED_FOR_ONE = 2000;
export interface SingleDiagnosis {
    readonly right: boolean;
    readonly candidates: readonly (readonly FaultText[])[];
}
export declare function diagnose(question: Question, answer: FaultyAnswer): SingleDiagnosis;
export declare function diagnoseIn(tries: number, question: Question, answer: FaultyAnswer): SingleDiagnosis;

// src/diagnose/methods.d.ts
import type { FaultyAnswer } from '../faults/fault.ts';
import type { FaultId, Method, VectorId } from '../model/index.ts';
import { type Form, type Observed } from './predict.ts';
export interface Case extends Observed {
    readonly id: VectorId;
}
export interface Passed extends Case {
    readonly passes: (answer: FaultyAnswer) => boolean;
}
export declare const idsIn: (answers: readonly Pick<Case, 'id'>[]) => VectorId[];
export type FaultSet = readonly Form[];
export declare const idsOf: (set: FaultSet) => FaultId[];
export declare const keyOf: (set: FaultSet) => string;
export declare const union: (a: FaultSet, b: FaultSet) => FaultSet;
export interface Answers {
    readonly cases: readonly Case[];
    readonly passed: readonly Passed[];
}
export interface MethodAnswers extends Answers {
    readonly method: Method;
    readonly isRefusals: boolean;
}
export declare const METHODS: Method[];
export declare const ofMethod: <T extends Pick<Observed, 'question'>>(list: readonly T[], method: Method) => T[];
export declare function byMethod(cases: readonly Case[], passed: readonly Passed[]): MethodAnswers[];
export declare function byRefusal(answers: MethodAnswers): MethodAnswers[];
export declare function contradicted(set: FaultSet, passed: readonly Passed[], most?: number): boolean;
export declare function contradicts(given: Passed, set: FaultSet): boolean;
export declare const spread: <T>(list: readonly T[], most?: number) => T[];
export interface Explained {
    readonly explained: readonly Case[];
    readonly left: number;
}
export declare function explainedBy(set: FaultSet, answers: MethodAnswers): Explained | undefined;
export declare function isPromising(set: FaultSet, cases: readonly Case[]): boolean;

// src/diagnose/predict.d.ts
import type { FaultyAnswer, SeenChoices, Stages, Alteration, OutputFault } from '../faults/fault.ts';
import type { Method, Question, Answer, FaultId } from '../model/index.ts';
type Component = 'whole' | 'head' | 'timestamp' | 'params' | 'signature';
export type Components = Readonly<Partial<Record<Component, string>>>;
export declare function componentsOf(method: Method, answer?: FaultyAnswer): Components;
export declare function answeredBy(sdk: Stages, question: Question): FaultyAnswer | undefined;
export declare const differing: (made: Components, given: Components) => Component[];
export interface Form {
    readonly id: FaultId;
    readonly main: boolean;
    readonly place: number;
    readonly alteration: Alteration;
    readonly stages: ReadonlySet<string>;
    readonly as?: string | undefined;
}
export declare const formsOf: (faults: readonly OutputFault[]) => Form[];
export declare const takesPart: ({ stages }: Form, method: Question['method']) => boolean;
export type ShownAnswer = Extract<FaultyAnswer, {
    kind: 'accepted' | 'refused';
}>;
export interface Observed {
    readonly question: Question;
    readonly answer: ShownAnswer;
    readonly seen: readonly SeenChoices[];
}
export declare function observed(asked: Question, given: Answer): Observed | undefined;
export declare function observe(question: Question, answer: ShownAnswer): Observed;
export declare const answerFor: (answer: Answer | FaultyAnswer) => ShownAnswer | undefined;
export declare function withOwnTime(question: Question, answer: FaultyAnswer, askedAt: number): Question;
export declare function predicted(forms: readonly Form[], question: Question, seen: SeenChoices): FaultyAnswer | undefined;
export declare const explains: (forms: readonly Form[], given: Observed) => boolean;
export declare const canMake: (forms: readonly Form[], given: Observed, reading: number) => boolean;
export declare const canShow: (forms: readonly Form[], given: Observed, reading: number) => boolean;
export declare function isSame(made: FaultyAnswer, given: ShownAnswer): boolean;
export declare function habits(given: readonly Observed[]): <T extends Observed>(one: T) => T;
export {};

// src/errors.d.ts
export interface Place {
    readonly file?: string;
    readonly line?: number;
    readonly column?: number;
    readonly id?: string;
}
export declare class ChannelproofError extends Error {
    readonly name = "ChannelproofError";
    readonly code: string;
    readonly advice: string;
    readonly place: Place;
    constructor(code: string, message: string, advice: string, place?: Place);
    describe(): string;
}
export declare const codeOf: (error: unknown) => string | undefined;
export declare const pathErrorInWords: (code: string) => string;
export declare const messageOf: (error: unknown) => string;

// src/faults/catalogue.d.ts
import type { FaultId } from '../model/index.ts';
import type { ClientFault } from './client/clientFault.ts';
import type { FaultGroup, FaultText, OutputFault } from './fault.ts';
import type { ServiceFault } from './service/serviceFault.ts';
export interface SymptomFault extends FaultText {
    readonly group: FaultGroup;
    readonly shows: 'symptom';
}
export type Fault = OutputFault | ClientFault | ServiceFault | SymptomFault;
export declare const PROTOCOL_FAULTS: readonly SymptomFault[];
export declare const OUTPUT_FAULTS: readonly OutputFault[];
export declare const GENERATED_FAULTS: readonly OutputFault[];
export declare const FAULTS: readonly Fault[];
export declare const faultById: (id: FaultId) => Fault | undefined;

// src/faults/client/clientFault.d.ts
import type { ClientAnswer, ClientCall, ClientReport, Coding, Description, Json, JsonObject, MintReason, Operation, WireCall } from '../../model/index.ts';
import type { FaultText } from '../fault.ts';
export type Random = (bytes: number) => Uint8Array;
export interface Followed {
    readonly method: string;
    readonly authorization: boolean | string;
    readonly body: boolean;
}
export type Headers = Readonly<Record<string, string | number | undefined>>;
export declare class Declined extends Error {
    readonly code: 1 | 2;
    readonly reason: MintReason | undefined;
    constructor(code: 1 | 2, reason?: MintReason);
}
export interface Broken {
    readonly code?: string;
    readonly message: string;
}
export interface ClientSteps {
    readonly trackingId?: (random: Random, count: number, call: WireCall, earlier: readonly WireCall[]) => string | undefined;
    readonly authorization?: (given: string) => string | undefined;
    readonly says?: Partial<Description>;
    readonly byHand?: (head: string) => string;
    readonly method?: () => string;
    readonly url?: (baseUrl: string, path: string, call: WireCall) => string;
    readonly serialise?: (body: JsonObject) => string;
    readonly encode?: (text: string) => Uint8Array;
    readonly contentType?: () => string | undefined;
    readonly headers?: (length: number, call: WireCall) => Readonly<Record<string, string | number>>;
    readonly allHeaders?: (headers: Headers) => Headers;
    readonly decodes?: readonly Coding[];
    readonly keepsConnection?: boolean;
    readonly limitOfHead?: boolean;
    readonly sendsTwiceAfter?: readonly [operation: Operation, millis: number];
    readonly keepsClosedConnection?: boolean;
    readonly answersInOrder?: boolean;
    readonly follow?: (method: string, status: number) => Followed | undefined;
    readonly codeOf?: (code: string | undefined) => string | undefined;
    readonly failure?: (status: number, text: string) => ClientReport | undefined;
    readonly success?: (text: string, call: WireCall, now: number) => ClientReport | undefined;
    readonly tokenOf?: (token: string) => string;
    readonly tokenIn?: (body: Json | undefined) => Json | undefined;
    readonly aborted?: (status: number, text: string) => ClientReport;
    readonly idle?: boolean;
    readonly broken?: (error: Broken, call: WireCall) => ClientReport | 'exit' | undefined;
    readonly interim?: boolean;
    readonly timeout?: () => number;
    readonly log?: (call: WireCall) => string;
    readonly remembers?: (call: WireCall, earlier: readonly WireCall[]) => WireCall;
    readonly told?: (report: ClientReport, earlier: readonly ClientReport[], call: WireCall) => ClientReport;
    readonly received?: (text: string) => string;
    readonly piecesRead?: (pieces: readonly Buffer[]) => Buffer;
    readonly bodyRead?: (head: string, rest: Buffer) => Buffer;
    readonly before?: (call: WireCall) => ClientReport | undefined;
    readonly cache?: (call: WireCall) => string | undefined;
    readonly sequential?: boolean;
    readonly retries?: (status: number | undefined, call: WireCall) => boolean;
    readonly keepsTrackingId?: boolean;
    readonly report?: (report: ClientReport) => ClientReport;
}
export type Recognises = (answer: ClientAnswer, call: ClientCall) => boolean;
export interface ClientFault extends FaultText {
    readonly group: 'request' | 'response' | 'secret';
    readonly shows: 'client';
    readonly steps: ClientSteps;
    readonly others?: readonly ClientSteps[];
    readonly wider?: ClientSteps;
    readonly recognises?: Recognises;
}
export type ClientFaultRow = Omit<ClientFault, 'group' | 'shows'>;
export declare const clientRowsWith: <Common extends Partial<ClientFaultRow>>(common: Common) => (rows: Readonly<Record<string, Omit<ClientFaultRow, "id" | keyof Common> & Partial<ClientFaultRow>>>) => ClientFaultRow[];
export declare const clientRows: (rows: Readonly<Record<string, Omit<ClientFaultRow, "id"> & Partial<ClientFaultRow>>>) => ClientFaultRow[];
export declare const clientFaultsOf: (group: ClientFault['group'], rows: readonly ClientFaultRow[]) => readonly ClientFault[];

// src/faults/fault.d.ts
import type { BodyViolation } from '../body/index.ts';
import type { FaultId, Output, Json, JsonObject, Reply, Question, QuestionOf } from '../model/index.ts';
import type { Parts } from '../token/index.ts';
import type { Named } from './forms/named.ts';
export interface FaultText {
    readonly id: FaultId;
    readonly does: string;
    readonly origin: string;
    readonly repair: string;
    readonly reference?: string;
    readonly by?: 'generated';
}
export type FaultGroup = 'base64' | 'hmac' | 'message' | 'token' | 'time' | 'json' | 'verify' | 'body' | 'request' | 'response' | 'secret' | 'service' | 'protocol' | 'state';
export interface OutputFault extends FaultText {
    readonly group: FaultGroup;
    readonly shows: 'output';
    readonly alteration: Alteration;
    readonly others?: readonly Alteration[];
    readonly answer: (question: Question) => FaultyAnswer | undefined;
}
export type FaultyAnswer = Extract<Reply<Output>, {
    kind: 'accepted' | 'refused' | 'failed';
}> | {
    readonly kind: 'crashed';
};
export type Base64 = (bytes: Uint8Array) => string;
export type SignedParts = Omit<Parts, 'signature'>;
export interface Stages {
    readonly check: (joinParams: Json) => void;
    readonly prepare: (joinParams: JsonObject, timestamp: number) => JsonObject;
    readonly serialise: (joinParams: JsonObject) => string;
    readonly encodeText: (json: string) => Uint8Array;
    readonly base64: Base64;
    readonly encodeParams: (bytes: Uint8Array, base64: Base64) => string;
    readonly clock: (timestamp: number, joinParams: JsonObject) => number;
    readonly timestampText: (timestamp: number) => string;
    readonly version: () => string;
    readonly appId: (appId: string) => string;
    readonly resend: (params: string, joinParams: JsonObject, encode: (json: string) => string) => string;
    readonly encodeSignature: (mac: Uint8Array, base64: Base64) => string;
    readonly assemble: (parts: Parts) => string;
    readonly output: (text: string) => string;
    readonly checkSecret: (appSecret: string) => void;
    readonly key: (appSecret: string) => Uint8Array;
    readonly message: (signed: SignedParts) => string;
    readonly mac: (key: Uint8Array, message: string) => Uint8Array;
    readonly parse: (token: string) => Parts;
    readonly decode: (base64: string) => Uint8Array;
    readonly checkVersion: (version: string) => void;
    readonly checkAppId: (received: string, own: string) => void;
    readonly receivedParams: (params: string, bytes: Uint8Array) => string;
    readonly signatureFits: (own: string, received: string) => boolean;
    readonly readJoinParams: (bytes: Uint8Array) => JsonObject;
    readonly expiry: (timestamp: string, joinParams: JsonObject) => number;
    readonly bodyViolations: (body: QuestionOf<'body.validate'>['params']) => readonly BodyViolation[];
}
export type Alteration = ((sdk: Stages, seen: SeenChoices) => Partial<Stages>) & Named;
export interface SeenChoices {
    readonly timestamp?: string;
    readonly params?: string;
    readonly signature?: string;
    readonly json?: string;
    readonly defaults?: 'chosen' | 'plain' | 'written';
    readonly privileges?: number;
    readonly unsteady?: readonly string[];
}

// src/faults/forms/named.d.ts
export interface Named {
    readonly as?: string;
}
export declare function named<Arguments extends readonly unknown[], Result>(as: string, one: (...given: Arguments) => Result): ((...given: Arguments) => Result) & Named;
export declare const like: <In extends Named, Arguments extends readonly unknown[], Result>(one: In, make: (one: In) => (...given: Arguments) => Result) => ((...given: Arguments) => Result) & Named;
export declare const each: <In extends Named, Arguments extends readonly unknown[], Result>(list: readonly In[], make: (one: In) => (...given: Arguments) => Result) => (((...given: Arguments) => Result) & Named)[];

// src/faults/service/serviceFault.d.ts
import { type ErrorCode } from '../../interface/errors.ts';
import { type ServiceRequest, type ServiceResponse } from '../../service/index.ts';
import type { FaultText } from '../fault.ts';
import { type BodyKind, type Json, type JsonObject, type Operation } from '../../model/index.ts';
export interface FaultyResponse extends ServiceResponse {
    readonly raw?: string;
    readonly headers?: Readonly<Record<string, string>>;
}
export type ServiceAlteration = (request: ServiceRequest, right: (altered?: Partial<ServiceRequest>) => ServiceResponse, now: number, memory: Map<string, string>) => FaultyResponse;
export type WaitingAlteration = (...asked: Parameters<ServiceAlteration>) => FaultyResponse | Promise<FaultyResponse>;
export interface ServiceFault extends FaultText {
    readonly group: 'service';
    readonly shows: 'service';
    readonly alteration: WaitingAlteration;
    readonly others?: readonly WaitingAlteration[];
}
export type ServiceRow = Omit<ServiceFault, 'group' | 'shows'>;
export declare const altering: (change: (response: ServiceResponse, request: ServiceRequest) => FaultyResponse) => ServiceAlteration;
export declare const serviceRowsWith: <Common extends Partial<ServiceRow>>(common: Common) => (rows: Readonly<Record<string, Omit<ServiceRow, "id" | keyof Common> & Partial<ServiceRow>>>) => ServiceRow[];
export declare const serviceRows: (rows: Readonly<Record<string, Omit<ServiceRow, "id"> & Partial<ServiceRow>>>) => ServiceRow[];
export declare const APPS_SECRET = "DO-NOT-USE-faulty-service";
export declare const APPS: readonly [{
    readonly appId: 'active';
    readonly appSecret: "DO-NOT-USE-faulty-service";
    readonly status: 'active';
}, {
    readonly appId: 'disabled';
    readonly appSecret: "DO-NOT-USE-faulty-service";
    readonly status: 'disabled';
}, {
    readonly appId: 'unpaid';
    readonly appSecret: "DO-NOT-USE-faulty-service";
    readonly status: 'unpaid';
}, {
    readonly appId: 'other';
    readonly appSecret: 'DO-NOT-USE-second-in-order';
    readonly status: 'active';
}];
export declare const OPEN_CHANNEL = "openchannel";
export declare const USER = "host";
export declare const isOfUnknownApp: (request: ServiceRequest) => boolean;
export declare const isToken: ({ path }: ServiceRequest) => boolean;
export declare const isStreaming: ({ path }: ServiceRequest) => boolean;
export declare const isStart: ({ path }: ServiceRequest) => boolean;
export declare const isUpdate: ({ path }: ServiceRequest) => boolean;
export declare const isStop: ({ path }: ServiceRequest) => boolean;
export declare const requestText: ({ body }: ServiceRequest) => string;
export declare const requestJson: (request: ServiceRequest) => Json | undefined;
export declare const requestObject: (request: ServiceRequest) => JsonObject;
export declare const bodyWith: (value: Json) => {
    body: Uint8Array;
};
export declare const streamListOf: (request: ServiceRequest) => readonly Json[];
export declare const entriesIn: (request: ServiceRequest) => JsonObject[];
export declare const isRight: (kind: BodyKind, request: ServiceRequest) => boolean;
export declare const operationOf: ({ path }: ServiceRequest) => Operation | undefined;
export declare const kindOf: (request: ServiceRequest) => BodyKind | undefined;
export declare const coded: (code: ErrorCode) => FaultyResponse;
export declare const issued: (joinParamsJson: string, now: number) => FaultyResponse;

// src/gate/baseline.d.ts
import { type Excuse, type Verdict, type VectorId, type FaultId, type Vector } from '../model/index.ts';
export declare const UNFILED = "TODO";
export declare const laterBy: (date: string, days: number) => string;
export declare const linesOf: (key: 'vector' | 'cause', value: string, excuse: Excuse) => string[];
export interface BaselineEntry extends Excuse {
    readonly vector: string;
    readonly line?: number;
}
export declare const WIDEST = 20;
export type BaselineCode = 'baseline-passes' | 'baseline-matches-nothing' | 'baseline-too-wide' | 'baseline-expired';
export interface BaselineProblem {
    readonly code: BaselineCode;
    readonly entry: string;
    readonly line?: number;
    readonly message: string;
    readonly edit: readonly string[];
}
export interface BaselineNews {
    readonly file: string;
    readonly entries: number;
    readonly problems: readonly BaselineProblem[];
    readonly unfiled: number;
}
export declare const fits: ({ vector }: BaselineEntry, id: VectorId) => boolean;
export declare function excuseOf(entries: readonly BaselineEntry[], { outcome, vector, unsteady }: Pick<Verdict, 'outcome' | 'vector' | 'unsteady'>): Excuse | undefined;
interface Listed {
    readonly entry: BaselineEntry;
    readonly ids: readonly VectorId[];
    readonly passing: readonly VectorId[];
    readonly open: readonly VectorId[];
}
export declare function listed(entries: readonly BaselineEntry[], verdicts: readonly Verdict[], known: readonly VectorId[]): Listed[];
export interface CauseEntry extends Excuse {
    readonly cause: FaultId;
    readonly line?: number;
}
type Failure = Pick<Verdict, 'outcome' | 'vector' | 'unsteady' | 'reason' | 'rule' | 'findings'>;
export declare function isExplained({ outcome, vector, unsteady, findings, ...worst }: Failure, causes: readonly FaultId[], isCall: boolean): boolean;
export declare function excuseByCause(entries: readonly CauseEntry[], causes: readonly FaultId[]): Excuse | undefined;
export declare function goneCauses(verdicts: readonly Verdict[], causesOf: (verdict: Verdict) => readonly FaultId[], judgeable: readonly Vector[]): (cause: FaultId) => boolean;
export declare const causeProblems: (entries: readonly CauseEntry[], isGone: (cause: FaultId) => boolean, today: string) => BaselineProblem[];
export declare const causeLines: (entry: CauseEntry) => string[];
export declare function renewedCauses(entries: readonly CauseEntry[], isGone: (cause: FaultId) => boolean, failing: readonly Verdict[], today: string): CauseEntry[];
export declare const baselineText: (entries: readonly BaselineEntry[], causes?: readonly CauseEntry[]) => string;
export declare function renewed(entries: readonly BaselineEntry[], verdicts: readonly Verdict[], known: readonly VectorId[], failing: readonly Verdict[], today: string): BaselineEntry[];
export declare function baselineProblems(entries: readonly BaselineEntry[], verdicts: readonly Verdict[], known: readonly VectorId[], today: string): BaselineProblem[];
export {};

// src/gate/lock.d.ts
import type { Vector, VectorId } from '../model/index.ts';
export type Digests = Readonly<Record<VectorId, string>>;
export interface GeneratedQuestions {
    readonly seed: number;
    readonly count: number;
    readonly digest: string;
}
export interface LockNews {
    readonly new: readonly VectorId[];
    readonly changed: readonly VectorId[];
    readonly gone: readonly VectorId[];
    readonly generated?: 'new';
    readonly suiteVersion?: string;
}
export declare const digestOf: (vector: Vector) => string;
export declare const digestsOf: (vectors: readonly Vector[]) => Digests;
export declare function lockNews(locked: Digests, present: Digests): LockNews;

// src/gate/shard.d.ts
import type { Description } from '../model/index.ts';
export declare const ASKED_BY: readonly ['clock', 'joinParams', 'always', 'limits', 'operations', 'members', 'meets'];
export type AskedBy = Pick<Description, (typeof ASKED_BY)[number]>;
export declare const askedBy: (said: AskedBy) => AskedBy;
export interface Shard extends AskedBy {
    readonly index: number;
    readonly of: number;
    readonly filter: readonly string[];
    readonly require: readonly string[];
    readonly minCases: number;
}
export declare const inShard: <T>(vectors: readonly T[], { index, of }: Pick<Shard, 'index' | 'of'>) => T[];

// src/index.d.ts
export * from './body/index.ts';
export { diagnose, diagnoseRun, type Diagnosis, type SingleDiagnosis } from './diagnose/index.ts';
export { ChannelproofError } from './errors.ts';
export { faultById, FAULTS } from './faults/catalogue.ts';
export { isObject } from './json.ts';
export { judge, type TwinState } from './judge/index.ts';
export type * from './model/index.ts';
export { makeReport, type Report, type RunFacts } from './report/report.ts';
export { junitReport } from './report/junit.ts';
export { textReport } from './report/text.ts';
export { run, type RunOptions } from './run.ts';
export * from './token/index.ts';

// src/interface/errors.d.ts
import type { RequirementId } from '../model/index.ts';
import type { StreamingOperation } from './operations.ts';
interface ErrorRow {
    readonly status: number;
    readonly code: string;
    readonly condition: string;
    readonly rule: RequirementId;
}
export declare const TOKEN_ERRORS: readonly [{
    readonly status: 403;
    readonly code: 'Authorization.Type.Invalid';
    readonly condition: 'the Authorization header has a wrong type';
    readonly rule: 'ERROR-AUTHORIZATION-TYPE';
}, {
    readonly status: 403;
    readonly code: 'Authorization.Signature.Invalid';
    readonly condition: 'the Authorization value is wrong: its signature information is invalid';
    readonly rule: 'ERROR-AUTHORIZATION-SIGNATURE';
}, {
    readonly status: 403;
    readonly code: 'App.Status.Error';
    readonly condition: 'the app is in a wrong state, for example disabled in the console';
    readonly rule: 'ERROR-APP-STATUS';
}, {
    readonly status: 403;
    readonly code: 'Org.Status.Error';
    readonly condition: 'the organisation is in a wrong state, for example with an unpaid balance';
    readonly rule: 'ERROR-ORG-STATUS';
}, {
    readonly status: 403;
    readonly code: 'Invalid.Parameter.Value';
    readonly condition: 'a request parameter is invalid';
    readonly rule: 'ERROR-PARAMETER-VALUE';
}, {
    readonly status: 404;
    readonly code: 'InvalidEntity.NotFound';
    readonly condition: 'the app cannot be found: the appId is wrong';
    readonly rule: 'ERROR-ENTITY-NOT-FOUND';
}, {
    readonly status: 406;
    readonly code: 'App.Secret.Empty';
    readonly condition: 'the app secret is wrong or missing';
    readonly rule: 'ERROR-APP-SECRET';
}, {
    readonly status: 406;
    readonly code: 'Sign.Error';
    readonly condition: 'the signature was not made by the required rules';
    readonly rule: 'ERROR-SIGN';
}, {
    readonly status: 500;
    readonly code: 'Server.Error';
    readonly condition: 'internal server error';
    readonly rule: 'ERROR-SERVER';
}];
export type ErrorCode = (typeof TOKEN_ERRORS)[number]['code'];
export interface TokenError {
    readonly status: number;
    readonly code: ErrorCode;
}
export declare const errorRow: (code: ErrorCode) => {
    readonly status: 403;
    readonly code: 'Authorization.Type.Invalid';
    readonly condition: 'the Authorization header has a wrong type';
    readonly rule: 'ERROR-AUTHORIZATION-TYPE';
} | {
    readonly status: 403;
    readonly code: 'Authorization.Signature.Invalid';
    readonly condition: 'the Authorization value is wrong: its signature information is invalid';
    readonly rule: 'ERROR-AUTHORIZATION-SIGNATURE';
} | {
    readonly status: 403;
    readonly code: 'App.Status.Error';
    readonly condition: 'the app is in a wrong state, for example disabled in the console';
    readonly rule: 'ERROR-APP-STATUS';
} | {
    readonly status: 403;
    readonly code: 'Org.Status.Error';
    readonly condition: 'the organisation is in a wrong state, for example with an unpaid balance';
    readonly rule: 'ERROR-ORG-STATUS';
} | {
    readonly status: 403;
    readonly code: 'Invalid.Parameter.Value';
    readonly condition: 'a request parameter is invalid';
    readonly rule: 'ERROR-PARAMETER-VALUE';
} | {
    readonly status: 404;
    readonly code: 'InvalidEntity.NotFound';
    readonly condition: 'the app cannot be found: the appId is wrong';
    readonly rule: 'ERROR-ENTITY-NOT-FOUND';
} | {
    readonly status: 406;
    readonly code: 'App.Secret.Empty';
    readonly condition: 'the app secret is wrong or missing';
    readonly rule: 'ERROR-APP-SECRET';
} | {
    readonly status: 406;
    readonly code: 'Sign.Error';
    readonly condition: 'the signature was not made by the required rules';
    readonly rule: 'ERROR-SIGN';
} | {
    readonly status: 500;
    readonly code: 'Server.Error';
    readonly condition: 'internal server error';
    readonly rule: 'ERROR-SERVER';
};
export declare function errorOf(code: ErrorCode): TokenError;
export declare const STREAMING_STATUSES: readonly (Omit<ErrorRow, 'code' | 'rule'> & {
    readonly rule?: RequirementId;
})[];
export declare const CHANNEL_MISSING: Readonly<Record<StreamingOperation, RequirementId>>;
export declare const ERROR_SHAPES: readonly ((code: string) => string)[];
export {};

// src/interface/joinParams.d.ts
import type { Json, RequirementId } from '../model/index.ts';
import { JOIN_PARAM_SCHEMAS } from './schemas.ts';
export type JoinParamName = keyof typeof JOIN_PARAM_SCHEMAS;
interface BeyondSchema {
    readonly open: RequirementId;
    readonly plain?: readonly [min: number, max: number];
    readonly sample: Json;
}
export interface JoinParam extends BeyondSchema {
    readonly name: string;
    readonly type: 'string' | 'integer';
    readonly required: boolean;
    readonly default?: number;
    readonly minimum?: number;
    readonly maximum?: number;
}
export declare const JOIN_PARAMS: readonly JoinParam[];
export declare const OPTIONAL_JOIN_PARAMS: readonly string[];
export declare const JOIN_DEFAULTS: Readonly<Record<string, number>>;
export declare const joinParam: (name: string) => JoinParam | undefined;
export declare const isListed: (name: string) => boolean;
export declare const INTEGER_JOIN_PARAMS: readonly JoinParam[];
export {};

// src/interface/operations.d.ts
import { type Operation, type RequirementId } from '../model/index.ts';
interface Route {
    readonly method: 'POST' | 'PUT';
    readonly path: string;
    readonly section: string;
    readonly rule: RequirementId;
}
export declare const ROUTES: Readonly<Record<Operation, Route>>;
export type StreamingOperation = Exclude<Operation, 'auth.token'>;
export declare const STREAMING: ("streaming.start" | "streaming.stop" | "streaming.update")[];
export declare const BODY_OF: {
    readonly 'auth.token': 'auth-token';
    readonly 'streaming.start': 'streaming-start';
    readonly 'streaming.update': 'streaming-update';
    readonly 'streaming.stop': 'streaming-stop';
};
export declare const MOST_STREAMS = 3;
export {};

// src/interface/schemas.d.ts
export declare const JOIN_PARAM_SCHEMAS: {
    readonly channelId: {
        readonly type: 'string';
        readonly required: true;
    };
    readonly userId: {
        readonly type: 'string';
        readonly required: true;
    };
    readonly privileges: {
        readonly type: 'integer';
        readonly required: false;
    };
    readonly channelDuration: {
        readonly type: 'integer';
        readonly default: 0;
        readonly required: false;
    };
    readonly duration: {
        readonly type: 'integer';
        readonly maximum: 86400;
        readonly default: 86400;
        readonly required: false;
    };
    readonly size: {
        readonly type: 'integer';
        readonly default: 100;
        readonly required: false;
    };
    readonly delayClose: {
        readonly type: 'integer';
        readonly maximum: 86400;
        readonly default: 0;
        readonly required: false;
    };
};
export declare const STREAMING_MEMBERS: {
    readonly 'streaming.start': {
        readonly channelId: true;
        readonly streamList: true;
        readonly streamId: true;
        readonly url: true;
        readonly flag: true;
        readonly type: true;
        readonly userId: false;
        readonly layout: false;
        readonly fps: false;
        readonly watermarks: false;
        readonly delayClose: false;
    };
    readonly 'streaming.update': {
        readonly channelId: true;
        readonly streamList: true;
        readonly streamId: true;
        readonly url: false;
        readonly userId: false;
        readonly layout: false;
        readonly fps: false;
        readonly watermarks: false;
    };
    readonly 'streaming.stop': {
        readonly channelId: true;
        readonly streamId: false;
    };
};

// src/json.d.ts
import type { Json, JsonObject } from './model/index.ts';
export interface JsonText<Value = Json> {
    readonly value: Value;
    readonly duplicates: readonly string[];
    readonly inexact: readonly string[];
}
export declare const isObject: (value: unknown) => value is JsonObject;
export declare const parseJson: <T = Json>(text: string) => T;
export declare const inJson: (text: string) => string;
export declare const own: <T>(object: Readonly<Record<string, T>>, name: string) => T | undefined;
export declare function textIn(object: JsonObject, name: string): string;
export declare const holdsObject: (text: JsonText) => text is JsonText<JsonObject>;
export declare const pointerOf: (path: readonly (string | number)[]) => string;
export declare function readJson(text: string): JsonText;
export declare function isTooDeep(text: string): boolean;
export declare const isLostFraction: (text: string) => boolean;
export declare function valueAt(value: Json, pointer: string): unknown;

// src/judge/finding.d.ts
import type { Difference, Finding, Level, RequirementId } from '../model/index.ts';
export interface Found extends Pick<Finding, 'reason' | 'message' | 'difference'> {
    readonly rule?: RequirementId | undefined;
    readonly asked?: RequirementId | undefined;
    readonly level?: Finding['level'];
    readonly observed?: 'answer' | 'member' | 'unchecked';
}
export declare function differenceOf(expected: string, got: string): Difference;
export declare const listOf: (found: Found | undefined) => Found[];
export interface Sorted {
    readonly findings: readonly (Found & {
        readonly level: Finding['level'];
    })[];
    readonly observed: readonly Found[];
}
export declare const ruleOf: ({ rule, asked, reason }: Partial<Pick<Found, 'rule' | 'asked' | 'reason'>>, of?: readonly RequirementId[]) => RequirementId | undefined;
export declare function sorted(all: readonly Found[], level: Level): Sorted;

// src/judge/index.d.ts
import { type Found } from './finding.ts';
export { differenceOf } from './finding.ts';
import type { Answer, Verdict, Vector } from '../model/index.ts';
export declare const isBad: ({ outcome }: Pick<Verdict, 'outcome'>) => boolean;
export type TwinState = 'twin-accepted' | 'no-twin' | 'twin-broken' | 'twin-not-judged';
export declare function judge(vector: Vector, answer: Answer, twin: TwinState): Verdict;
export declare function failureOf(vector: Pick<Vector, 'level' | 'requirements'>, found: readonly Found[]): Pick<Verdict, 'outcome' | 'level'> & Partial<Verdict>;

// src/judge/trouble.d.ts
import type { Verdict } from '../model/index.ts';
export type TroubleKind = 'crash' | 'timeout' | 'protocol' | 'missing' | 'error';
export declare const troubleOf: (verdict: Verdict) => TroubleKind | undefined;

// src/model/answer.d.ts
import type { FaultId, Level, RequirementId, VectorId } from './base.ts';
import type { Operation } from './endpoint.ts';
import type { AnswerOutputs, Method, Question } from './question.ts';
import type { Need } from './vector.ts';
export type BrokenReason = 'crash' | 'timeout' | 'bad-line' | 'not-reproduced' | 'not-asked' | 'answer-missing' | 'answer-twice';
export type Reply<Output> = {
    readonly kind: 'accepted';
    readonly output: Output;
    readonly inexact?: readonly string[];
} | {
    readonly kind: 'refused';
    readonly reason?: string;
} | {
    readonly kind: 'failed';
    readonly message: string;
} | {
    readonly kind: 'unsupported';
    readonly why: string;
    readonly reason?: 'outside-limits' | 'not-judged' | 'beyond-budget';
    readonly byType?: true;
} | {
    readonly kind: 'broken';
    readonly reason: BrokenReason;
    readonly message: string;
};
export type Timed<R> = R & {
    readonly askedAt: number;
    readonly answeredAt: number;
    readonly givenAt?: number;
};
export type Answer<M extends Method = Method> = Timed<Reply<AnswerOutputs[M]>> & {
    readonly leak?: true;
};
export interface Bounds {
    readonly min?: number;
    readonly max?: number;
}
export type Limits = Readonly<Partial<Record<'channelId' | 'userId' | 'appId' | 'appSecret', string> & Record<'size' | 'channelDuration' | 'privileges' | 'timestamp' | 'streamId', Bounds> & Record<'duration' | 'delayClose', Pick<Bounds, 'min'>>>>;
export type BodyMembers = Readonly<Partial<Record<Operation, readonly string[]>>> & {
    readonly layout?: boolean;
};
export interface Description {
    readonly protocol: 1;
    readonly sdk: {
        readonly name: string;
        readonly version: string;
        readonly language: string;
    };
    readonly methods: readonly string[];
    readonly clock: 'injected' | 'system';
    readonly joinParams?: readonly string[];
    readonly always?: readonly string[];
    readonly limits?: Limits;
    readonly meets?: readonly Need[];
    readonly maxInFlight?: number;
    readonly maxLineBytes?: number;
    readonly authorization?: 'given' | 'own';
    readonly retriesStart?: boolean;
    readonly operations?: readonly Operation[];
    readonly members?: BodyMembers;
    readonly baseUrl?: 'origin';
    readonly advertise?: string;
    readonly tells?: {
        readonly status?: boolean;
        readonly code?: boolean;
    };
}
export interface Turn {
    readonly id: VectorId;
    readonly isTogether: boolean;
}
export interface Subject {
    readonly description: Description;
    ask(question: Question, turn?: Turn): Promise<Answer>;
    reconsidered?(question: Question, answer: Answer): Promise<Answer>;
    matches?(expression: string, text: string): boolean;
    close(): Promise<Ending>;
}
export interface Ending {
    readonly complaint?: string;
    readonly crash?: string;
    readonly warning?: string;
    readonly leaks?: readonly VectorId[];
    readonly stopped?: Stopped;
}
export interface Stopped {
    readonly code: string;
    readonly message: string;
    readonly remaining?: readonly string[];
}
export declare const OUTCOMES: readonly ['passed', 'failed', 'observed', 'skipped', 'errored'];
export type Outcome = (typeof OUTCOMES)[number];
export interface Difference {
    readonly expected: string;
    readonly got: string;
    readonly firstDifferentByte?: number;
}
export interface Finding {
    readonly rule: RequirementId;
    readonly level: Exclude<Level, 'unspecified'>;
    readonly reason: string;
    readonly message: string;
    readonly difference?: Difference;
}
export interface Freedom {
    readonly requirement: RequirementId;
    readonly does: string;
}
export interface TwoAnswers {
    readonly first: string;
    readonly second: string;
    readonly firstDifferentByte?: number;
}
export interface Verdict {
    readonly vector: VectorId;
    readonly level: Level;
    readonly requirements: readonly RequirementId[];
    readonly outcome: Outcome;
    readonly reason?: string;
    readonly message?: string;
    readonly rule?: RequirementId;
    readonly difference?: Difference;
    readonly findings?: readonly Finding[];
    readonly open?: readonly Freedom[];
    readonly unsteady?: true;
    readonly answers?: TwoAnswers;
    readonly repeat?: string;
    readonly diagnosis?: readonly FaultId[];
    readonly excused?: Excuse;
    readonly lock?: 'new' | 'changed';
    readonly millis: number;
}
export interface Excuse {
    readonly reason: string;
    readonly issue: string;
    readonly expires: string;
}
export interface Kept {
    readonly vector: VectorId;
    readonly answer: Answer;
}
export interface Cause {
    readonly faults: readonly FaultId[];
    readonly candidates?: readonly (readonly FaultId[])[];
    readonly explains: readonly VectorId[];
    readonly methods?: readonly Method[];
    readonly right?: readonly Method[];
    readonly forms?: readonly string[];
    readonly certainty?: 'proved';
}
export interface StagesOfAnswer {
    readonly vector: VectorId;
    readonly stages: readonly {
        readonly stage: string;
        readonly expected: string;
        readonly got?: string;
    }[];
}
export interface CommonTrait {
    readonly method: Method;
    readonly has: string;
    readonly among?: 'refused' | 'accepted';
    readonly vectors: readonly VectorId[];
}
export interface UnsteadyMethod {
    readonly method: Method;
    readonly wrong: string;
}
export interface LikelyCause {
    readonly certainty: 'likely';
    readonly fault: FaultId;
    readonly method: Method;
    readonly explains: readonly VectorId[];
    readonly misses: readonly VectorId[];
    readonly predicts: readonly VectorId[];
}
export interface Findings {
    readonly causes: readonly Cause[];
    readonly unexplained: readonly VectorId[];
    readonly faultsOf: (id: VectorId) => readonly FaultId[];
    readonly stages: readonly StagesOfAnswer[];
    readonly common?: readonly CommonTrait[];
    readonly likely?: readonly LikelyCause[];
    readonly asked?: number;
}

// src/model/base.d.ts
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = {
    readonly [name: string]: Json;
};
export declare const LEVELS: readonly ['required', 'recommended', 'unspecified'];
export type Level = (typeof LEVELS)[number];
export type VectorId = string;
export type RequirementId = string;
export type FaultId = string;
export interface Requirement {
    readonly id: RequirementId;
    readonly section: string;
    readonly level: Level;
    readonly statement: string;
    readonly source?: string;
    readonly untestable?: string;
    readonly planned?: string;
}

// src/model/client.d.ts
import type { JsonObject } from './base.ts';
import type { Operation } from './endpoint.ts';
export declare const MANNERS: readonly ['gzip', 'slow', 'large', 'cut-off', 'head-cut-off', 'dribble', 'stalled', 'late', 'interim', 'http-1.0', 'closed-after', 'newest-first', 'reset', 'refused', 'silent'];
export type Manner = (typeof MANNERS)[number];
export declare const TOKEN_PLACE = "{{token}}";
export declare const ESCAPED_TOKEN_PLACE = "{{escapedToken}}";
export declare const CODINGS: readonly ['gzip', 'deflate', 'br'];
export type Coding = (typeof CODINGS)[number];
export declare const BODY_ENDS: readonly ['length', 'chunks', 'close'];
export type Framing = {
    readonly ends: (typeof BODY_ENDS)[number];
    readonly chunks?: readonly number[];
    readonly cuts?: readonly number[];
    readonly pause?: number;
    readonly coding?: Coding;
    readonly extras?: true;
    readonly names?: 'lower' | 'upper';
};
export type ServedAnswer = {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly manner?: Manner;
    readonly framing?: Framing;
    readonly elsewhere?: true | 'same-host';
    readonly there?: {
        readonly status: number;
        readonly body?: string;
    };
};
export declare const usesUpTheLimit: ({ manner }: ServedAnswer) => boolean;
export type ClientCall = {
    readonly appId: string;
    readonly appSecret: string;
    readonly operation: Operation;
    readonly body: JsonObject;
    readonly nextBodies?: readonly JsonObject[];
    readonly basePath: string;
    readonly timeoutMillis: number;
    readonly answers: readonly ServedAnswer[];
    readonly calls: number;
    readonly together?: true;
    readonly pause?: number;
    readonly host?: 'ipv6';
    readonly filler?: number;
    readonly next?: readonly NextCall[];
};
export declare const bodiesOf: ({ body, nextBodies, calls }: ClientCall) => readonly JsonObject[];
export type NextCall = Pick<ClientCall, 'appId' | 'appSecret' | 'operation' | 'body' | 'answers'>;
export declare const callsOf: ({ next, ...first }: ClientCall) => readonly ClientCall[];
export declare function withFiller(body: JsonObject, filler?: number): JsonObject;
export type WireCall = Omit<ClientCall, 'basePath' | 'answers' | 'calls' | 'nextBodies' | 'next' | 'together' | 'pause' | 'host' | 'filler'> & {
    readonly baseUrl: string;
    readonly authorization: string;
};
export type ClientReport = {
    readonly ok: true;
    readonly status?: number;
    readonly token?: string;
} | {
    readonly ok: false;
    readonly kind: 'http' | 'network' | 'timeout' | 'protocol';
    readonly status?: number;
    readonly code?: string;
} | {
    readonly error: string;
} | {
    readonly unanswered: number;
};
export declare const BROKEN_LINE = "a line break within the value of Authorization";
export declare const TOO_LARGE = "it has more than 16 MiB, and no right request has";
export type SeenRequest = {
    readonly unreadable?: string;
    readonly elsewhere: boolean;
    readonly method: string;
    readonly target: string;
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body: string;
    readonly trackingIdSeenBefore?: true;
};
export type ClientAnswer = {
    readonly reports: readonly ClientReport[];
    readonly requests: readonly SeenRequest[];
    readonly tokens?: readonly string[];
    readonly millis: readonly number[];
    readonly unfinished?: readonly number[];
    readonly scheme: string;
    readonly given?: string;
    readonly leaks: readonly ('error' | 'output' | 'request')[];
    readonly next?: readonly ClientAnswer[];
};
export declare const CLIENT_CHECKS: readonly ['asked', 'route', 'content-type', 'authorization', 'tracking-id', 'body', 'gained', 'framing', 'encoding', 'unlisted', 'integers', 'repeated', 'tracking-ids-differ', 'once', 'content-type-parameter', 'tracking-id-sent', 'query-added', 'success', 'token', 'own-token', 'no-success', 'status', 'code', 'retried', 'started-again', 'call-sent-again', 'failure-kind', 'time-limit', 'waited', 'no-crash', 'no-secret-in-error', 'no-secret-in-output', 'no-secret-in-request', 'redirect-authorization', 'redirect-method', 'redirect-answered'];
export type ClientCheck = (typeof CLIENT_CHECKS)[number];
export type ExpectedCall = {
    readonly checks: readonly ClientCheck[];
    readonly status?: number;
    readonly code?: string;
    readonly recommended?: readonly ClientCheck[];
    readonly reusable?: true;
    readonly next?: readonly ExpectedCall[];
};

// src/model/endpoint.d.ts
import type { JsonObject } from './base.ts';
export type TimelineStep = {
    readonly at: number;
} & ({
    readonly do: 'join';
    readonly token?: string;
} | {
    readonly do: 'leave';
    readonly userId: string;
} | {
    readonly do: 'close';
} | {
    readonly do: 'look';
    readonly channelId?: string;
} | {
    readonly do: 'auth.token' | 'streaming.start' | 'streaming.update' | 'streaming.stop';
    readonly body: JsonObject;
    readonly keepAs?: string;
});
export type TimelineToken = {
    readonly issuedAt: number;
    readonly userId: string;
} & JsonObject;
export type Timeline = {
    readonly channelId: string;
    readonly whiteboard?: true;
    readonly tokens: Readonly<Record<string, TimelineToken>>;
    readonly steps: readonly TimelineStep[];
};
export declare const OPERATIONS: readonly ['auth.token', 'streaming.start', 'streaming.update', 'streaming.stop'];
export type Operation = (typeof OPERATIONS)[number];
export declare const AUTHORIZATIONS: readonly ['right', 'missing', 'wrong-scheme', 'lower-case-scheme', 'malformed', 'wrong-signature', 'other-secret', 'unknown-app', 'other-case-app', 'disabled-app', 'unpaid-app'];
export type AuthorizationKind = (typeof AUTHORIZATIONS)[number];
export type AlteredAuthorization = {
    readonly altered: 'scheme' | 'value' | 'signature' | 'time';
    readonly how: 'other-letter' | 'other-case' | 'letter-added' | 'left-out' | 'cut-off' | 'other-bit' | 'same-bytes' | 'white-space' | 'signed' | 'unsigned';
    readonly at: number;
    readonly isSchemeLower?: true;
    readonly fromEnd?: true;
};
export type EndpointRequest = {
    readonly operation: Operation;
    readonly body: string;
};
export type EarlierRequest = EndpointRequest & {
    readonly authorization?: AuthorizationKind;
    readonly headers?: Readonly<Record<string, string>>;
    readonly open?: true;
    readonly together?: true;
};
export declare const STREAM_ID_KINDS: readonly ['prefix', 'beyond-32-bits', 'neighbours'];
export type StreamIdKind = (typeof STREAM_ID_KINDS)[number];
export type Exchange = EndpointRequest & {
    readonly authorization: AuthorizationKind | AlteredAuthorization;
    readonly headers?: Readonly<Record<string, string>>;
    readonly before?: readonly EarlierRequest[];
    readonly room?: number;
    readonly isCut?: true;
    readonly streamIds?: StreamIdKind;
    readonly channel: 'unopened' | 'open';
};
export type EndpointAnswer = {
    readonly status: number;
    readonly texts: readonly string[];
    readonly code?: string;
    readonly token?: IssuedToken;
    readonly members?: readonly string[];
    readonly duplicates?: readonly string[];
    readonly noJson?: string;
    readonly shows?: readonly ('secret' | 'signature')[];
    readonly trackingId: string;
    readonly channel: string;
};
export type IssuedToken = {
    readonly misformed?: string;
    readonly version?: string;
    readonly timestamp?: string;
    readonly params?: string;
    readonly appIdFits?: boolean;
    readonly signatureFits?: boolean;
    readonly stoodFor?: number;
    readonly skew: number;
};
export type AllowedAnswer = {
    readonly status: number | '4xx';
    readonly code?: string;
    readonly open?: true;
};
export type ExpectedExchange = {
    readonly answers: readonly AllowedAnswer[];
    readonly joinParams?: JsonObject;
    readonly absent?: readonly string[];
    readonly noDuplicates?: true;
};
export interface ToSign {
    readonly method: string;
    readonly path: string;
    readonly body: string;
    readonly appId: string;
}
export type Authorizer = (request: ToSign, secret: string | undefined) => string | Promise<string>;

// src/model/index.d.ts
export * from './base.ts';
export * from './endpoint.ts';
export * from './client.ts';
export * from './question.ts';
export * from './vector.ts';
export * from './answer.ts';

// src/model/question.d.ts
import type { Json, JsonObject } from './base.ts';
import type { ClientAnswer, ClientCall, ExpectedCall } from './client.ts';
import type { EndpointAnswer, Exchange, ExpectedExchange, Timeline } from './endpoint.ts';
export declare const BODY_KINDS: readonly ['auth-token', 'streaming-start', 'streaming-update', 'streaming-stop'];
export type BodyKind = (typeof BODY_KINDS)[number];
export interface Blame {
    readonly keyword: string;
    readonly instancePath: string;
}
export interface QuestionParams {
    'token.params': {
        joinParamsJson: string;
    };
    'token.signature': {
        version: string;
        appId: string;
        timestamp: number;
        params: string;
        appSecret: string;
    };
    'token.issue': {
        appId: string;
        appSecret: string;
        joinParams: Json;
        timestamp?: number;
    };
    'token.verify': {
        token: string;
        appId: string;
        appSecret: string;
        now: number;
    };
    'client.call': ClientCall;
    'sdk.minimumVersion': {
        sdk: string;
        version: string;
    };
    'body.validate': {
        kind: BodyKind;
        body: string;
    };
    'endpoint.exchange': Exchange;
    'channel.timeline': Timeline;
}
export interface AnswerOutputs {
    'token.params': {
        params: string;
    };
    'token.signature': {
        signature: string;
    };
    'token.issue': {
        token: string;
    };
    'token.verify': {
        joinParams: JsonObject;
    };
    'client.call': ClientAnswer;
    'sdk.minimumVersion': {
        recognises: true;
    };
    'body.validate': {
        valid: true;
    };
    'endpoint.exchange': EndpointAnswer;
    'channel.timeline': {
        results: readonly Json[];
    };
}
export interface ExpectedOutputs extends Omit<AnswerOutputs, 'token.issue' | 'client.call' | 'endpoint.exchange'> {
    'token.issue': {
        joinParams: JsonObject;
        earlier?: Readonly<Record<string, number>>;
    };
    'client.call': ExpectedCall;
    'endpoint.exchange': ExpectedExchange;
}
export type Method = keyof QuestionParams;
export type Output = AnswerOutputs[Method];
export type QuestionOf<M extends Method> = {
    [K in M]: {
        readonly method: K;
        readonly params: QuestionParams[K];
    };
}[M];
export type Question = QuestionOf<Method>;
export declare const ADAPTER_METHODS: readonly ['token.params', 'token.signature', 'token.issue', 'token.verify', 'client.call'];
export type AdapterMethod = (typeof ADAPTER_METHODS)[number];
export declare const isAdapterMethod: (method: string) => method is AdapterMethod;
export declare const MINT_REASONS: readonly ['missing-field', 'wrong-type', 'out-of-range', 'empty-secret', 'malformed'];
export type MintReason = (typeof MINT_REASONS)[number];
export declare const VERIFY_REASONS: readonly ['malformed', 'version', 'app', 'signature', 'params', 'expired'];
export type VerifyReason = (typeof VERIFY_REASONS)[number];

// src/model/vector.d.ts
import type { FaultId, Level, RequirementId, VectorId } from './base.ts';
import type { Blame, ExpectedOutputs, Method, QuestionOf } from './question.ts';
export interface Intermediates {
    readonly joinParamsJson?: string;
    readonly params?: string;
    readonly message?: string;
    readonly keyHex?: string;
    readonly hmacHex?: string;
    readonly signature?: string;
    readonly token?: string;
}
export type Expectation<M extends Method = Method> = {
    readonly verdict: 'accept';
    readonly output: ExpectedOutputs[M];
    readonly intermediates?: Intermediates;
} | {
    readonly verdict: 'refuse';
    readonly reasons: readonly string[];
    readonly blame?: Blame | readonly Blame[];
} | {
    readonly verdict: 'either';
    readonly reasons: readonly string[];
    readonly open?: RequirementId;
    readonly output: ExpectedOutputs[M];
    readonly intermediates?: Intermediates;
};
export declare const blamesIn: (expect: Expectation) => readonly Blame[];
export declare const NEEDS: readonly ['injected-clock', 'system-clock', 'open-channel', 'exclusive-channel', 'default-stream-limit', 'channel-user', 'disabled-app', 'unpaid-app', 'other-app', 'known-secret', 'stand-in', 'signature-bytes', 'retries-start', 'base-path', 'ipv6', 'tells-status', 'tells-code'];
export type Need = (typeof NEEDS)[number];
export declare const LONGEST_RUN = 1800;
export declare const MOST_CALLS = 300;
export declare const ENDPOINT_QUESTIONS = 355;
export interface Vector<M extends Method = Method> {
    readonly id: VectorId;
    readonly title: string;
    readonly requirements: readonly [RequirementId, ...RequirementId[]];
    readonly level: Level;
    readonly needs?: readonly Need[];
    readonly twin?: VectorId;
    readonly catches?: readonly FaultId[];
    readonly documents?: string;
    readonly question: QuestionOf<M>;
    readonly expect: Expectation<M>;
}
export interface Family {
    readonly name: string;
    readonly title: string;
    readonly vectors: readonly Vector[];
}
export declare const isGenerated: (id: VectorId) => boolean;
export declare const once: (vectors: readonly Vector[]) => Vector[];

// src/plainFirst.d.ts
import type { JudgedVector } from './ask.ts';
import type { Method, Vector, VectorId, Verdict } from './model/index.ts';
export declare const PLAIN: Readonly<Partial<Record<Method, VectorId>>>;
export declare function plainIn(vectors: readonly Vector[]): PlainFirst['plainOf'];
type Ask = (vector: Vector) => Promise<JudgedVector>;
export interface PlainFirst {
    readonly plainOf: (method: Method) => Vector | undefined;
    readonly gates: (verdict: Verdict) => boolean;
    readonly methods: readonly string[];
}
export declare function plainFirst(ask: Ask, { plainOf, gates, methods }: PlainFirst): Ask;
export {};

// src/report/coverage.d.ts
import type { Outcome, RequirementId, Verdict, VectorId } from '../model/index.ts';
export declare const familyOf: (id: VectorId) => string;
export type Counts = Record<Outcome, number>;
export type Coverage = Counts & {
    unclear: number;
};
export declare function count(verdicts: Iterable<Verdict>): Counts;
export declare const brokenBy: ({ rule, findings, }: Pick<Verdict, 'rule' | 'findings'>) => readonly RequirementId[];
export declare const isUnclear: (verdict: Verdict, id: RequirementId) => boolean;
export declare function coverageOf(verdicts: readonly Verdict[]): Record<RequirementId, Coverage>;
export interface OpenLine {
    readonly requirement: RequirementId;
    readonly section: string;
    readonly does: string;
    readonly vectors: readonly VectorId[];
}
export declare function freedomsOf(verdicts: readonly Verdict[], sectionOf: (id: RequirementId) => string): OpenLine[];
export declare const openTitle: ({ kind }: {
    readonly kind: string;
}) => string;

// src/report/diagnosis.d.ts
import type { FaultText } from '../faults/fault.ts';
import type { Cause, CommonTrait, FaultId, LikelyCause, StagesOfAnswer, UnsteadyMethod } from '../model/index.ts';
import type { Report } from './report.ts';
export type FindFault = (id: FaultId) => FaultText | undefined;
type Explained = Pick<Report, 'trouble' | 'diagnosis' | 'unexplained' | 'askedToDecide' | 'unsteady'>;
export declare function diagnosisText(report: Explained, fault: FindFault): string;
export declare function causeTitle({ faults, candidates, explains }: Cause): string;
export declare const namedBy: ({ faults, candidates }: Cause) => readonly FaultId[];
export declare const setsText: (candidates?: Cause['candidates']) => string;
export declare function placeText({ methods, right }: Cause): string;
export declare const formText: (forms: readonly string[]) => string;
export declare const decidedText: (asked: number) => string;
export declare const unsteadyText: ({ method, wrong }: UnsteadyMethod) => string;
export declare function likelyText({ method, fault, explains, misses, predicts }: LikelyCause): string;
export declare function commonText({ method, has, among, vectors }: CommonTrait): string;
export declare const firstWrong: (stages: StagesOfAnswer['stages']) => StagesOfAnswer['stages'][number] | undefined;
export {};

// src/report/junit.d.ts
import { type Report } from './report.ts';
export declare function junitReport(report: Report, titleOf: TitleOf): string;
type TitleOf = (id: string) => string;
export declare const xml: (text: string) => string;
export {};

// src/report/labels.d.ts
export type Labels = Readonly<Record<string, string>>;
export declare const LABEL_NAME = "^[A-Za-z][A-Za-z0-9._-]{0,63}$";
export declare const LABEL_VALUE = "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]{1,200}$";
export declare const labelsText: (labels?: Labels) => string;
export declare const sharedLabels: ([first, ...others]: readonly (Labels | undefined)[]) => Labels;
export declare const withLabels: (labels?: Labels) => {
    readonly labels?: Labels;
};

// src/report/report.d.ts
import { type BodyMembers, type Cause, type Description, type Findings, type Kept, type Limits, type Requirement, type RequirementId, type CommonTrait, type LikelyCause, type StagesOfAnswer, type Stopped, type UnsteadyMethod, type Vector, type VectorId, type Verdict } from '../model/index.ts';
import type { BaselineNews } from '../gate/baseline.ts';
import type { GeneratedQuestions, LockNews } from '../gate/lock.ts';
import type { Shard } from '../gate/shard.ts';
import { type Counts, type Coverage, type OpenLine } from './coverage.ts';
import { type Labels } from './labels.ts';
import { type Trouble } from './trouble.ts';
export { count, type Counts } from './coverage.ts';
export interface ReportSubject {
    readonly kind: 'adapter' | 'endpoint' | 'capture';
    readonly name: string;
    readonly version?: string;
    readonly language?: string;
    readonly baseUrl?: string;
    readonly bundled?: true;
}
export interface GeneratedReport extends GeneratedQuestions {
    readonly asked: number;
    readonly now?: number;
    readonly slow?: {
        readonly instead: number;
        readonly millis: number;
    };
    readonly smallest?: readonly SmallestFailure[];
}
export interface SentRequests {
    readonly sent: number;
    readonly most?: number;
}
export interface SoakReport {
    readonly seconds: number;
    readonly calls: number;
    readonly starts: number;
    readonly longest: {
        readonly calls: number;
        readonly seconds: number;
    };
}
export interface ExploreReport {
    readonly seconds: number;
    readonly questions: number;
    readonly requests: number;
}
export interface SmallestFailure {
    readonly from: VectorId;
    readonly vector: VectorId;
    readonly yaml: string;
    readonly repeat?: string;
}
export interface Report {
    readonly schema: 1;
    readonly partial: boolean;
    readonly filtered?: true;
    readonly profile?: string;
    readonly suite: {
        name: 'channelproof';
        version: string;
        vectors: {
            digest: string;
            count: number;
        };
    };
    readonly subject: ReportSubject;
    readonly methods: Readonly<Record<'offered' | 'missing' | 'judged', readonly string[]>>;
    readonly labels?: Labels;
    readonly startedAt: string;
    readonly seconds: number;
    readonly level: 'required' | 'recommended';
    readonly verdicts: readonly Verdict[];
    readonly totals: Counts & {
        excused: number;
    };
    readonly coverage: Readonly<Record<RequirementId, Coverage>>;
    readonly shard?: Shard;
    readonly answers?: readonly Kept[];
    readonly lock?: LockNews;
    readonly baseline?: BaselineNews;
    readonly stopped?: Stopped;
    readonly warnings?: readonly string[];
    readonly generated?: GeneratedReport;
    readonly requests?: SentRequests;
    readonly clock?: string;
    readonly soak?: SoakReport;
    readonly explore?: ExploreReport;
    readonly notAsked?: readonly string[];
    readonly limits?: Limits;
    readonly members?: BodyMembers;
    readonly open?: readonly OpenLine[];
    readonly tooLittle?: readonly string[];
    readonly trouble?: readonly Trouble[];
    readonly diagnosis?: readonly Cause[];
    readonly unexplained?: {
        readonly vectors: readonly VectorId[];
        readonly stages: readonly StagesOfAnswer[];
        readonly common?: readonly CommonTrait[];
        readonly likely?: readonly LikelyCause[];
    };
    readonly askedToDecide?: number;
    readonly unsteady?: readonly UnsteadyMethod[];
    readonly conforms: boolean;
    readonly exitCode: number;
}
export declare const judgedBy: ({ suite, lock }: Pick<Report, 'suite' | 'lock'>) => string;
export interface RunFacts extends Pick<Report, 'suite' | 'subject' | 'startedAt' | 'seconds' | 'level' | 'partial' | 'filtered' | 'profile'> {
    readonly description: Description;
    readonly methods: readonly string[];
    readonly require: readonly string[];
    readonly requireOneOf: readonly string[];
    readonly minCases: number;
    readonly stopped?: Stopped;
    readonly warnings?: readonly string[];
    readonly lacking?: readonly string[];
    readonly signal?: number | undefined;
    readonly find: (id: string) => Vector | undefined;
    readonly requirement: (id: RequirementId) => Requirement | undefined;
    readonly findings?: Findings | undefined;
    readonly shard?: Shard | undefined;
    readonly answers?: readonly Kept[] | undefined;
    readonly lock?: LockNews | undefined;
    readonly baseline?: BaselineNews | undefined;
    readonly generated?: Report['generated'] | undefined;
    readonly requests?: SentRequests | undefined;
    readonly clock?: string | undefined;
    readonly soak?: SoakReport | undefined;
    readonly explore?: ExploreReport | undefined;
    readonly notAsked?: readonly string[] | undefined;
    readonly unsteady?: readonly UnsteadyMethod[] | undefined;
    readonly labels?: Labels | undefined;
}
export declare function makeReport(facts: RunFacts, verdicts: readonly Verdict[]): Report;
export declare const byFamily: (verdicts: readonly Verdict[]) => Map<string, Verdict[]>;

// src/report/text.d.ts
import { type Requirement, type Vector, type Verdict } from '../model/index.ts';
import { type FindFault } from './diagnosis.ts';
import { type Counts, type Report } from './report.ts';
export { visible } from './visible.ts';
export interface TextContext {
    readonly requirement: (id: string) => Requirement | undefined;
    readonly find: (id: string) => Vector | undefined;
    readonly paint: (style: Style, text: string) => string;
    readonly fault?: FindFault;
    readonly quiet?: boolean;
}
export type Style = 'good' | 'bad' | 'dim' | 'bold';
export declare function textReport(report: Report, context: TextContext): string;
export declare function heading({ suite, subject, methods, generated, requests, labels, clock, soak, explore }: Report, { paint }: TextContext): string;
export declare function countsText(counts: Counts, paint: TextContext['paint']): string;
export declare function failure(verdict: Verdict, gating: Report['level'], { requirement, find, paint }: TextContext): string;
export declare function conclusion(report: Report, { paint, fault }: TextContext): string;
export declare function examplesOf(sorted: readonly Verdict[], { trouble, diagnosis }: Report): Verdict[];
export declare function summaryLines(report: Report, fault: FindFault): string[];

// src/report/trouble.d.ts
import { type TroubleKind } from '../judge/trouble.ts';
import type { VectorId, Verdict } from '../model/index.ts';
export interface Trouble {
    readonly kind: TroubleKind;
    readonly vectors: readonly VectorId[];
    readonly message: string;
}
interface Words {
    readonly says: string;
    readonly repair: string;
}
export declare const TROUBLE: Readonly<Record<TroubleKind, Words>>;
export declare function troubleIn(verdicts: readonly Verdict[]): Trouble[];
export declare const troubleTitle: ({ kind, vectors }: Trouble) => string;
export declare const troubleText: (trouble: readonly Trouble[]) => string[];
export {};

// src/report/visible.d.ts
export declare const visible: (text: string) => string;

// src/run.d.ts
import { type AgainOptions } from './again.ts';
import { type JudgedVector, type Find } from './ask.ts';
import { type PlainFirst } from './plainFirst.ts';
import type { Answer, Ending, Level, Subject, Vector, VectorId, Verdict } from './model/index.ts';
export interface RunOptions {
    readonly vectors: Iterable<Vector> | AsyncIterable<Vector>;
    readonly find: Find;
    readonly subject: Subject;
    readonly isTogether?: (id: VectorId) => boolean;
    readonly level: Exclude<Level, 'unspecified'>;
    readonly plainOf?: PlainFirst['plainOf'];
    readonly bail?: boolean;
    readonly isEnough?: (verdict: Verdict) => boolean;
    readonly signal?: AbortSignal;
    readonly mark?: (verdict: Verdict) => Verdict;
    readonly again?: AgainOptions;
    readonly judged?: (vector: Vector, answer: Answer, verdict: Verdict, again?: JudgedVector) => void;
    readonly onBug?: (error: unknown) => void;
}
type Gating = Pick<Verdict, 'outcome' | 'level' | 'unsteady' | 'excused' | 'lock'>;
export declare const gates: ({ outcome, level, unsteady, excused, lock }: Gating, gating: RunOptions['level']) => boolean;
export declare function run(options: RunOptions): AsyncGenerator<Verdict, Ending>;
export declare function allVerdicts(options: RunOptions): Promise<Verdict[]>;
export declare function withLeaks(verdicts: readonly Verdict[], { leaks }: Ending): Verdict[];
export {};

// src/service/authorization.d.ts
import { type TokenError } from '../interface/errors.ts';
import { type App, type ServiceRequest, type ServiceState } from './state.ts';
export declare const standIn: (app: Pick<App, 'appId' | 'appSecret'>, timestamp: number, scheme?: string) => string;
export declare const headerOf: ({ headers }: ServiceRequest, name: string) => string | undefined;
export declare function authorize(state: ServiceState, request: ServiceRequest, now: number): App | TokenError;

// src/service/channels.d.ts
import { type Channel, type Joined, type ServiceState } from './state.ts';
export declare function settle(state: ServiceState, now: number): ServiceState;
interface AfterJoin {
    readonly state: ServiceState;
    readonly result: Joined;
}
export declare function join(before: ServiceState, token: string, now: number): AfterJoin;
export declare function leave(before: ServiceState, appId: string, channelId: string, userId: string, now: number): ServiceState;
export declare function closeChannel(before: ServiceState, appId: string, channelId: string, now: number): ServiceState;
export declare const withChannel: (state: ServiceState, appId: string, channel: Channel) => ServiceState;
export {};

// src/service/handle.d.ts
import { type StartRequest, type StopRequest, type UpdateRequest } from '../body/index.ts';
import { type Channel, type Handled, type ServiceRequest, type ServiceState } from './state.ts';
export type Changed = Channel | 400;
export declare function start(channel: Channel, { streamList }: StartRequest): Changed;
export declare function update(channel: Channel, { streamList }: UpdateRequest): Changed;
export declare function stop(channel: Channel, { streamId }: StopRequest, now: number): Channel;
export declare const LARGEST_BODY: number;
export declare function handle(before: ServiceState, request: ServiceRequest, now: number): Handled;

// src/service/index.d.ts
export { headerOf, standIn } from './authorization.ts';
export { join } from './channels.ts';
export { handle, LARGEST_BODY } from './handle.ts';
export * from './state.ts';

// src/service/state.d.ts
import type { Json, JsonObject } from '../model/index.ts';
export interface App {
    readonly appId: string;
    readonly appSecret: string;
    readonly status: 'active' | 'disabled' | 'unpaid';
}
export interface Stream {
    readonly streamId: number;
    readonly url: string;
    readonly flag: number;
    readonly type: 1 | 2;
    readonly userId: string;
    readonly fps: number;
    readonly delayClose: number;
    readonly layout?: JsonObject;
    readonly watermarks?: readonly Json[];
    readonly closesAt?: number;
}
export interface Channel {
    readonly channelId: string;
    readonly openedAt: number;
    readonly endsAt: number;
    readonly size: number;
    readonly delayClose: number;
    readonly firstUser: string;
    readonly users: readonly string[];
    readonly emptySince?: number;
    readonly streams: readonly Stream[];
}
export interface ServiceState {
    readonly apps: readonly App[];
    readonly channels: ReadonlyMap<string, Channel>;
    readonly scheme: string;
}
export interface ServiceRequest {
    readonly method: string;
    readonly path: string;
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body: Uint8Array;
}
export interface ServiceResponse {
    readonly status: number;
    readonly body?: Readonly<Record<string, string>>;
}
export interface Handled {
    readonly state: ServiceState;
    readonly response: ServiceResponse;
}
export type Joined = {
    readonly joined: true;
} | {
    readonly joined: false;
    readonly reason: string;
};
export declare const channelKey: (appId: string, channelId: string) => string;
export declare const findApp: ({ apps }: ServiceState, appId: string) => App | undefined;

// src/token/base64.d.ts
export declare const encodeBase64: (bytes: Uint8Array) => string;
export type Base64Rule = 'BASE64' | 'ALPHABET' | 'PADDING' | 'NO-LINE-BREAKS';
export declare const base64Rule: (text: string) => Base64Rule;
export declare const hasUnusedBits: (text: string) => boolean;
export declare const withUnusedBits: (text: string) => string;
export declare function base64Problem(text: string): string | undefined;
export declare function decodeBase64(text: string): Uint8Array;

// src/token/errors.d.ts
import type { MintReason, VerifyReason } from '../model/index.ts';
export declare class TokenError extends Error {
    readonly name = "TokenError";
    readonly code: MintReason | VerifyReason;
    constructor(code: MintReason | VerifyReason, message: string);
}

// src/token/index.d.ts
export { base64Problem, base64Rule, decodeBase64, encodeBase64, hasUnusedBits, withUnusedBits, } from './base64.ts';
export { TokenError } from './errors.ts';
export { encodeParams, issue, issueText, trace, type Issuer } from './issue.ts';
export { joinParamsViolations, readJoinParams } from './joinParams.ts';
export { parse, type Parts } from './parse.ts';
export { equalInConstantTime, hmac, messageOf, sign } from './sign.ts';
export { trueReasons } from './trueReasons.ts';
export { expiryOf, verify, type Verification, type Verifier } from './verify.ts';

// src/token/issue.d.ts
import type { Intermediates, Json } from '../model/index.ts';
export interface Issuer {
    readonly appId: string;
    readonly appSecret: string;
    readonly timestamp: number;
}
export declare const encodeParams: (joinParamsJson: string) => string;
export declare function issue(joinParams: Json, issuer: Issuer): string;
export declare function issueText(joinParamsJson: string, { appId, appSecret, timestamp }: Issuer): string;
export declare function trace(joinParamsJson: string, issuer: Issuer): Required<Intermediates>;

// src/token/joinParams.d.ts
import type { Json, JsonObject, MintReason } from '../model/index.ts';
export interface JoinParamsViolation {
    readonly reason: Extract<MintReason, 'missing-field' | 'wrong-type' | 'out-of-range'>;
    readonly message: string;
}
export declare function joinParamsViolations(value: Json, inexact?: readonly string[]): JoinParamsViolation[];
export declare function checkJoinParams(value: Json): asserts value is JsonObject;
export declare function readJoinParams(bytes: Uint8Array): JsonObject;

// src/token/parse.d.ts
export interface Parts {
    readonly version: string;
    readonly appId: string;
    readonly timestamp: string;
    readonly params: string;
    readonly signature: string;
}
export declare function parse(token: string): Parts;

// src/token/sign.d.ts
import type { QuestionParams } from '../model/index.ts';
export type Signed = Omit<QuestionParams['token.signature'], 'appSecret' | 'timestamp'> & {
    timestamp: number | string;
};
export declare const messageOf: ({ version, appId, timestamp, params }: Signed) => string;
export declare const hmac: (appSecret: string, message: string) => Uint8Array;
export declare function sign(signed: Signed, appSecret: string): string;
export declare function equalInConstantTime(a: string, b: string): boolean;

// src/token/trueReasons.d.ts
import { type QuestionOf, type VerifyReason } from '../model/index.ts';
type ToVerify = QuestionOf<'token.verify'>['params'];
export declare function trueReasons(question: ToVerify): VerifyReason[];
export {};

// src/token/verify.d.ts
import type { JsonObject, VerifyReason } from '../model/index.ts';
import { type Parts } from './parse.ts';
export interface Verifier {
    readonly appId: string;
    readonly appSecret: string;
    readonly now: number;
}
export type Verification = {
    readonly valid: true;
    readonly joinParams: JsonObject;
} | {
    readonly valid: false;
    readonly reason: VerifyReason;
    readonly message: string;
};
export declare const expiryOf: ({ timestamp }: Pick<Parts, 'timestamp'>, { duration }: JsonObject) => number;
export declare function verify(token: string, verifier: Verifier): Verification;
