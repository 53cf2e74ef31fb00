using System.Buffers;
using System.Text;

namespace Grpc.Core;

public sealed partial class Metadata
{
    // PROTOCOL-HTTP2.md, Header-Name; upper case is lowered.
    private static readonly SearchValues<char> KeyCharacters =
        SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.");

    /// <summary>One name with its value.</summary>
    public class Entry
    {
        private readonly string? _text;
        private readonly byte[]? _bytes;

        /// <param name="key">Does not end in <c>-bin</c>.</param>
        /// <param name="value">Printable ASCII.</param>
        public Entry(string key, string value)
        {
            ArgumentNullException.ThrowIfNull(value);
            Key = Normalize(key);
            if (IsBinary)
            {
                throw new ArgumentException($"'{key}' takes bytes: its name ends in {BinaryHeaderSuffix}.", nameof(key));
            }

            _text = value;
        }

        /// <param name="key">Ends in <c>-bin</c>.</param>
        /// <param name="valueBytes">Any bytes; they travel as base64.</param>
        public Entry(string key, byte[] valueBytes)
        {
            ArgumentNullException.ThrowIfNull(valueBytes);
            Key = Normalize(key);
            if (!IsBinary)
            {
                throw new ArgumentException($"'{key}' takes text: only a name that ends in {BinaryHeaderSuffix} takes bytes.", nameof(key));
            }

            _bytes = valueBytes;
        }

        /// <summary>In lower case.</summary>
        public string Key { get; }

        public bool IsBinary => Key.EndsWith(BinaryHeaderSuffix, StringComparison.Ordinal);

        /// <exception cref="InvalidOperationException">The entry is binary.</exception>
        public string Value => _text ?? throw new InvalidOperationException($"The value of '{Key}' is binary.");

        /// <summary>The bytes, or the text as ASCII.</summary>
        public byte[] ValueBytes => _bytes ?? Encoding.ASCII.GetBytes(_text!);

        /// <summary>The bytes as they travel, once they have: an entry may be sent with many calls.</summary>
        internal string? Encoded { get; set; }

        public override string ToString() =>
            IsBinary ? $"[Entry: key={Key}, valueBytes={Convert.ToHexStringLower(_bytes!)}]" : $"[Entry: key={Key}, value={_text}]";

        internal bool KeyEquals(string key) => Key.Equals(key, StringComparison.OrdinalIgnoreCase);

        /// <summary>True when a header of this name can be metadata; upper case will be lowered.</summary>
        internal static bool IsKey(string name) => name.Length > 0 && !name.AsSpan().ContainsAnyExcept(KeyCharacters);

        private static string Normalize(string key)
        {
            ArgumentException.ThrowIfNullOrEmpty(key);
#pragma warning disable CA1308 // Header names are lower-case on the wire.
            return IsKey(key)
                ? key.ToLowerInvariant()
#pragma warning restore CA1308
                : throw new ArgumentException($"'{key}' is no metadata name: letters, digits, '_', '-' and '.' are allowed.", nameof(key));
        }
    }
}
