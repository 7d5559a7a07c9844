// The types of lit.js, as far as the app uses them. Read by the type check only.
export interface TemplateResult {
  readonly strings: TemplateStringsArray;
  readonly values: unknown[];
}
export type Part = { element: HTMLElement | SVGElement };
export declare function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export declare function svg(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export declare const nothing: unique symbol;
export declare const noChange: unique symbol;
export declare function render(value: unknown, container: HTMLElement | DocumentFragment): unknown;
export declare function repeat<T>(
  items: Iterable<T>,
  key: (item: T, index: number) => unknown,
  template: (item: T, index: number) => unknown,
): unknown;
export declare function classMap(classes: Record<string, unknown>): unknown;
export declare function styleMap(styles: Record<string, string | number | null | undefined>): unknown;
export declare function live(value: unknown): unknown;
export interface Ref<T = Element> {
  readonly value?: T;
}
export declare function createRef<T = Element>(): Ref<T>;
export declare function ref(target: Ref<any> | ((element: Element | undefined) => void)): unknown;
export declare function keyed(key: unknown, value: unknown): unknown;
export declare function ifDefined<T>(value: T | undefined): unknown;
export declare class Directive {
  constructor(part: unknown);
  render(...args: any[]): unknown;
  update(part: any, args: any[]): unknown;
}
export declare function directive<C extends new (part: any) => Directive>(
  c: C,
): (...args: any[]) => unknown;
