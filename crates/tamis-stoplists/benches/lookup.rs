//! Time of one lookup, for words of running text and for the words of a list.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const ENGLISH: &str = "The drum sieve of a kitchen is made of two cylindrical edges, one fitting \
    inside the other, and a disc of fine metal, nylon, or horsehair mesh that passes through the \
    centre and between the cylinders. To use one, the cook places it above a bowl and adds the \
    ingredient to be strained in the middle of the mesh; Extraordinarily long expressions do \
    occur, “quoted” words and contractions don’t fail.";
const RUSSIAN: &str = "Сито представляет собой приспособление, которое состоит из рамы и натянутой \
    на неё сетки. Применяется для разделения сыпучих материалов по размеру частиц. Обычно в \
    кухне его используют, чтобы просеять муку; Кроме того, через него протирают овощи и ягоды.";

fn lookup(c: &mut Criterion) {
    let mut group = c.benchmark_group("lookup");
    for (language, text) in [("English", ENGLISH), ("Russian", RUSSIAN)] {
        let list = tamis_stoplists::get(language).expect("an embedded list");
        let words: Vec<&str> = text.split_whitespace().collect();
        group.throughput(Throughput::Elements(words.len() as u64));
        group.bench_function(format!("{language} text"), |b| {
            b.iter(|| words.iter().filter(|word| list.contains(black_box(word))).count());
        });
        let words: Vec<&str> = list.words().collect();
        group.throughput(Throughput::Elements(words.len() as u64));
        group.bench_function(format!("{language} list"), |b| {
            b.iter(|| words.iter().filter(|word| list.contains(black_box(word))).count());
        });
    }
    group.finish();
}

criterion_group!(benches, lookup);
criterion_main!(benches);
