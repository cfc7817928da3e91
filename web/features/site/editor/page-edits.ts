import { AppError } from '#core/domain/values/errors.ts';
import { applyPageOps, type PageOp, sameJson } from '#core/domain/site/page-operations.ts';
import type { Row } from '#core/domain/site/page-rows.ts';
import { backoff, type BackoffBounds } from '#web/lib/backoff.ts';
import type { MutationOutcome } from '#web/lib/sync/mutation-status.ts';
import { findPart } from './parts.ts';
import {
  applyIfPossible,
  type FieldPath,
  fieldOf,
  type Json,
  keyOf,
  setOf,
  type SetOp,
  type TypedField,
} from './typed-fields.ts';

/** A step of undo: the operations that revert it, or a typed field as it was when its typing began. */
type Step = { inverse: PageOp[] } | { before: readonly Row[]; typed: SetOp; at: number; isOpen: boolean };

/** `undo`: another person changed the part meanwhile. `gone`: another person deleted it. `refused`: by the rules. */
export type EditNotice = 'undo' | 'gone' | 'theirs' | 'refused';

interface PageEditsOptions {
  /** Sends operations; `applied` is false if the local store refused them. */
  send: (ops: PageOp[]) => Promise<{ applied: boolean; outcome: Promise<MutationOutcome> }>;
  onNotice: (notice: EditNotice, code?: string) => void;
  /** Keeps unconfirmed text for a later visit. */
  store: (fields: readonly TypedField[]) => void;
}

/** Milliseconds of typing that are sent together. */
export const FLUSH_MS = 500;
/** A pause of this many milliseconds ends a step of undo. */
const STEP_MS = 1500;
/** Delays before text is sent again that the server could not take. */
const RETRY: BackoffBounds = { first: 5000, max: 60_000 };
/** Steps that can be undone. */
const MAX_STEPS = 200;
/** Refusals that a repetition does not change. */
const FINAL: ReadonlySet<string> = new Set(['not_found', 'forbidden', 'validation_failed', 'limit_reached']);

/**
 * The edits of one person on one page. Shown are the stored rows with the operations on their way and the typed text on
 * top. Typing is sent every `FLUSH_MS`; other operations immediately. Undo reverts the person's own steps only.
 */
export class PageEdits {
  readonly #options: PageEditsOptions;
  #stored: readonly Row[] = [];
  #rows: readonly Row[] = [];
  /** Sent, and not yet part of the stored rows. */
  #inFlight: PageOp[][] = [];
  #typed: readonly TypedField[] = [];
  #undo: Step[] = [];
  #redo: Step[] = [];
  #isWritable = true;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of failures in a row to take typed text. */
  #failures = 0;
  /** Text whose result was lost with the connection. */
  #interrupted: TypedField[] = [];
  readonly #listeners = new Set<() => void>();
  #snapshot = this.#read();

  constructor(options: PageEditsOptions) {
    this.#options = options;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns what is shown now; the same object until it changes. */
  snapshot = () => this.#snapshot;

  /** Takes the rows of the local store, after every change of them. */
  setStored(rows: readonly Row[]): void {
    this.#stored = rows;
    this.#changed();
  }

  /** While false typed text is kept, and sent afterwards. */
  setWritable(isWritable: boolean): void {
    this.#isWritable = isWritable;
    if (isWritable) this.flush();
  }

  /** Sets a field; null removes it. False if the rules refuse the value, which then is not shown either. */
  type(id: string, path: FieldPath, value: Json): boolean {
    const op: SetOp = { op: 'set', id, path, value };
    const base = fieldOf(this.#rows, id, path);
    try {
      applyPageOps(this.#rows, [op]);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'limit_reached') this.#options.onNotice('refused', error.code);
      return false;
    }
    const before = this.#typed.find((field) => keyOf(field) === keyOf(op));
    const isOpen = before !== undefined && before.state !== 'confirmed';
    const field: TypedField = { id, path, value, base: isOpen ? before.base : base, state: 'open' };
    this.#pushTyped(op);
    this.#typed = [...this.#typed.filter((other) => other !== before), field];
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS);
    this.#changed();
    return true;
  }

  /** Applies operations immediately, after what was typed. False if they do not apply. */
  apply(ops: PageOp[]): boolean {
    if (!this.#isWritable) return this.#wait();
    this.flush();
    try {
      const { inverse } = applyPageOps(this.#rows, ops);
      this.#undo = [...this.#undo, { inverse }].slice(-MAX_STEPS);
      this.#redo = [];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#options.onNotice(error.code === 'not_found' ? 'gone' : 'refused', error.code);
      return false;
    }
    void this.#send(ops, this.#undo.at(-1));
    return true;
  }

  undo = (): boolean => this.#revert('undo');
  redo = (): boolean => this.#revert('redo');

  /** Sends what was typed. Called on blur, when the page is hidden and when it is left. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const open = this.#typed.filter(({ state }) => state === 'open');
    if (open.length === 0 || !this.#isWritable) return;
    this.#typed = this.#typed.map((field) => (field.state === 'open' ? { ...field, state: 'sent' } : field));
    void this.#sendTyped(open);
  }

  /** The caret has left its field: the next typing is another step, and confirmed text follows the store again. */
  settle(): void {
    this.flush();
    const last = this.#undo.at(-1);
    if (last && 'typed' in last) last.isOpen = false;
    const held = this.#typed.filter(({ state }) => state === 'confirmed');
    if (held.length === 0) return;
    this.#typed = this.#typed.filter(({ state }) => state !== 'confirmed');
    if (held.some((field) => !sameJson(fieldOf(this.#stored, field.id, field.path), field.value))) {
      this.#options.onNotice('theirs');
    }
    this.#changed();
  }

  /**
   * Takes up text of an earlier visit whose result is unknown. Text of a field that another person has changed since is
   * dropped; returns false if there was such.
   */
  restore(fields: readonly TypedField[]): boolean {
    let isComplete = true;
    for (const { id, path, value, base } of fields) {
      const now = fieldOf(this.#rows, id, path);
      if (sameJson(now, value)) continue;
      if (!sameJson(now, base) || !this.type(id, path, value)) isComplete = false;
    }
    return isComplete;
  }

  /** Only text is kept until the connection is back: its field is known then, a position may not be. */
  #wait(): false {
    this.#options.onNotice('refused', 'unavailable');
    return false;
  }

  #pushTyped(typed: SetOp): void {
    this.#redo = [];
    const last = this.#undo.at(-1);
    const at = Date.now();
    const continues = last && 'typed' in last && last.isOpen && keyOf(last.typed) === keyOf(typed);
    if (continues && at - last.at < STEP_MS) this.#undo[this.#undo.length - 1] = { ...last, typed, at };
    else this.#undo = [...this.#undo, { before: this.#rows, typed, at, isOpen: true }].slice(-MAX_STEPS);
  }

  #revert(kind: 'undo' | 'redo'): boolean {
    const stack = kind === 'undo' ? this.#undo : this.#redo;
    const step = stack.at(-1);
    if (!step) return false;
    if (!this.#isWritable) return this.#wait();
    this.flush();
    stack.pop();
    const ops = 'inverse' in step ? step.inverse : applyPageOps(step.before, [step.typed]).inverse;
    try {
      const { inverse } = applyPageOps(this.#rows, ops);
      const other = kind === 'undo' ? this.#redo : this.#undo;
      other.push({ inverse });
      // Text under the caret would hide what the operations restore.
      const ids = new Set(ops.flatMap((op) => ('id' in op ? op.id : [])));
      this.#typed = this.#typed.filter(({ id }) => !ids.has(id));
      void this.#send(ops, other.at(-1), true);
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#options.onNotice('undo');
      this.#changed();
      return false;
    }
  }

  /** Sends operations. A step whose operations are refused can no longer be reverted. */
  async #send(ops: PageOp[], step: Step | undefined, isUndo = false): Promise<void> {
    this.#inFlight = [...this.#inFlight, ops];
    this.#changed();
    const { applied, outcome } = await this.#options.send(ops);
    const drop = () => {
      this.#undo = this.#undo.filter((other) => other !== step);
      this.#redo = this.#redo.filter((other) => other !== step);
      this.#changed();
    };
    this.#inFlight = this.#inFlight.filter((other) => other !== ops);
    this.#changed();
    if (!applied) {
      drop();
      return this.#options.onNotice('refused', 'unavailable');
    }
    const result = await outcome;
    if (result.state !== 'rejected') return;
    drop();
    this.#options.onNotice(isUndo ? 'undo' : result.code === 'not_found' ? 'gone' : 'refused', result.code);
  }

  async #sendTyped(fields: readonly TypedField[]): Promise<void> {
    const { applied, outcome } = await this.#options.send(fields.map(setOf));
    const result = applied ? await outcome : ({ state: 'rejected', code: 'unavailable' } as const);
    // Zero keeps an interrupted mutation and sends it again, before any later one.
    if (result.state === 'interrupted') return void this.#interrupted.push(...fields);
    if (result.state === 'confirmed') {
      this.#failures = 0;
      return this.#answered([...this.#interrupted.splice(0), ...fields], (field) => ({ ...field, state: 'confirmed' }));
    }
    if (!FINAL.has(result.code) && result.code !== 'unavailable') return this.#retry(fields);
    // All or none are taken: one field of a deleted part must not take the others with it.
    if (fields.length > 1) {
      for (const field of fields) void this.#sendTyped([field]);
      return;
    }
    const isGone = result.code === 'not_found' || !findPart(this.#stored, fields[0]!.id);
    if (!isGone && result.code === 'unavailable') return this.#retry(fields);
    this.#answered(fields, () => null);
    this.#options.onNotice(isGone ? 'gone' : 'refused', result.code);
  }

  #retry(fields: readonly TypedField[]): void {
    this.#answered(fields, (field) => ({ ...field, state: 'open' }));
    this.#timer ??= setTimeout(() => this.flush(), backoff(this.#failures++, RETRY));
  }

  /** Changes the fields that still have the sent value; later typing has its own answer. */
  #answered(sent: readonly TypedField[], change: (field: TypedField) => TypedField | null): void {
    this.#typed = this.#typed.flatMap((field) => {
      const own = sent.find((one) => keyOf(one) === keyOf(field));
      if (!own || field.state === 'confirmed') return field;
      if (field.state === 'open') return { ...field, base: own.value };
      return sameJson(own.value, field.value) ? (change(field) ?? []) : field;
    });
    this.#changed();
  }

  #changed(): void {
    const ops = [...this.#inFlight.flat(), ...this.#typed.map(setOf)];
    this.#rows = ops.reduce(applyIfPossible, this.#stored);
    this.#options.store(this.#typed.filter(({ state }) => state !== 'confirmed'));
    this.#snapshot = this.#read();
    for (const listener of this.#listeners) listener();
  }

  #read() {
    return {
      rows: this.#rows,
      canUndo: this.#undo.length > 0,
      canRedo: this.#redo.length > 0,
      isSaved: this.#inFlight.length === 0 && this.#typed.every(({ state }) => state === 'confirmed'),
    };
  }
}
