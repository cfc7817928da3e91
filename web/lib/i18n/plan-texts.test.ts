import { expect, it } from 'vitest';
import ca from '#locales/ca/plan.json' with { type: 'json' };
import caLanding from '#locales/ca/landing.json' with { type: 'json' };
import caLegal from '#locales/ca/legal.json' with { type: 'json' };
import caNotices from '#locales/ca/notices.json' with { type: 'json' };
import en from '#locales/en/plan.json' with { type: 'json' };
import enLanding from '#locales/en/landing.json' with { type: 'json' };
import enLegal from '#locales/en/legal.json' with { type: 'json' };
import enNotices from '#locales/en/notices.json' with { type: 'json' };
import es from '#locales/es/plan.json' with { type: 'json' };
import esLanding from '#locales/es/landing.json' with { type: 'json' };
import esLegal from '#locales/es/legal.json' with { type: 'json' };
import esNotices from '#locales/es/notices.json' with { type: 'json' };

const TEXTS = [
  {
    language: 'en',
    plan: en,
    landing: enLanding,
    legal: enLegal,
    notices: enNotices,
    words: { vat: 'plus VAT', address: 'a card and an address', pay: /^Pay the bill|\. Pay the bill/ },
  },
  {
    language: 'es',
    plan: es,
    landing: esLanding,
    legal: esLegal,
    notices: esNotices,
    words: { vat: 'más IVA', address: 'una tarjeta y una dirección', pay: /^Paga la|\. Paga la/ },
  },
  {
    language: 'ca',
    plan: ca,
    landing: caLanding,
    legal: caLegal,
    notices: caNotices,
    words: { vat: 'més IVA', address: 'una targeta i una adreça', pay: /^Paga la|\. Paga la/ },
  },
];

it.each(TEXTS)('$language: what a month costs at most is the cap plus VAT', ({ landing, legal, notices, words }) => {
  const { capHalf, capNear, capExpected } = notices;
  const texts = [
    landing.price.cap,
    legal.terms.price.text,
    ...[capHalf, capNear, capExpected].map((one) => one.otherwise),
  ];
  expect(texts.filter((text) => !text.includes(words.vat))).toEqual([]);
});

it.each(TEXTS)('$language: a trial that is used up is told to add an address too', ({ plan, notices, words }) => {
  const texts = [plan.cap.trialReached, notices.trialUsed.otherwise, plan.states.trialing.text];
  expect(texts.filter((text) => !text.includes(words.address))).toEqual([]);
});

it.each(TEXTS)(
  '$language: a studio that owes is told to pay, a card alone pays nothing',
  ({ plan, notices, words }) => {
    const texts = [plan.banner.past_due.text, notices.planPastDue.otherwise];
    expect(texts.filter((text) => !words.pay.test(text))).toEqual([]);
  },
);
