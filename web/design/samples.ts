/** Sample people and images. Thumbhashes replace photos: a few bytes each. */
export const people = [
  { value: 'ana', label: 'Ana Serra', detail: 'ana@example.com' },
  { value: 'nuria', label: 'Núria Puig', detail: 'nuria@example.com' },
  { value: 'jon', label: 'Jon Etxeberria', detail: 'jon@example.com' },
] as const;

export const pictures = [
  { name: 'DSC_0412.jpg', width: 3000, height: 2000, thumbhash: 'nBgGBYAGV5aKh3hxemiHdwamcwBs' },
  { name: 'DSC_0413.jpg', width: 2000, height: 3000, thumbhash: '4vcNBQCQiIaHaHh4h4d3eG9s9ZY3' },
  { name: 'DSC_0414.jpg', width: 3000, height: 2000, thumbhash: 'HdcJFYJNPImvaJiKlYiGVsJAAh0V' },
  { name: 'DSC_0415.jpg', width: 3000, height: 2250, thumbhash: 'TxgKDYAJOIhxh3hnd0qoZgtkx0CV' },
] as const;

export const link = 'https://albumen.example/p/marina-vidal/gallery/4k7d2m9q0w';
