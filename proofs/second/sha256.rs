//! SHA-256 (FIPS 180-4) of a text, as documents write it.

/// The first 32 bits of the fractional part of a root of each of the first primes.
fn constants(count: usize, root: fn(f64) -> f64) -> Vec<u32> {
    let prime = |n: &u32| (2..*n).all(|d| n % d != 0);
    // Doubles have 53 bits; roots below 20 leave more than 32 of them for the fraction.
    (2..).filter(prime).take(count).map(|n| (root(n as f64).fract() * 4294967296.0) as u32).collect()
}

pub fn digest(text: &str) -> String {
    let k = constants(64, f64::cbrt);
    let mut state = constants(8, f64::sqrt);
    let mut bytes = text.as_bytes().to_vec();
    bytes.push(0x80);
    while bytes.len() % 64 != 56 {
        bytes.push(0);
    }
    bytes.extend_from_slice(&(8 * text.len() as u64).to_be_bytes());
    for block in bytes.chunks(64) {
        let word = |b: &[u8]| u32::from_be_bytes([b[0], b[1], b[2], b[3]]);
        let mut w: Vec<u32> = block.chunks(4).map(word).collect();
        for i in 16..64 {
            let (a, b) = (w[i - 15], w[i - 2]);
            let s0 = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
            let s1 = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
            w.push(w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1));
        }
        let mut v = state.clone();
        for i in 0..64 {
            let s1 = v[4].rotate_right(6) ^ v[4].rotate_right(11) ^ v[4].rotate_right(25);
            let choice = (v[4] & v[5]) ^ (!v[4] & v[6]);
            let t = [s1, choice, k[i], w[i]].iter().fold(v[7], |sum, x| sum.wrapping_add(*x));
            let s0 = v[0].rotate_right(2) ^ v[0].rotate_right(13) ^ v[0].rotate_right(22);
            let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
            v.rotate_right(1);
            v[4] = v[4].wrapping_add(t);
            v[0] = t.wrapping_add(s0).wrapping_add(majority);
        }
        for (sum, x) in state.iter_mut().zip(v) {
            *sum = sum.wrapping_add(x);
        }
    }
    let hex: String = state.iter().map(|word| format!("{word:08x}")).collect();
    format!("sha256:{hex}")
}
