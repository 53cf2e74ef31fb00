using Analyzer.Engines.Contract;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Objects;

namespace Analyzer.Engines.Pdf.Encryption;

/// <summary>Decrypts the data of streams before they are decoded.</summary>
internal sealed class DecryptedStreams(IStreams streams, ObjectCipher cipher) : IStreams, IByteSink
{
    private EncryptionDictionary? _dictionary;

    public void Open(EncryptionDictionary dictionary) => _dictionary = dictionary;

    // What a stream is encrypted by stands in its dictionary.
    public bool NeedsDictionary(int number) => true;

    public void BeginStream(StreamDictionary dictionary, in ObjectPlace place, long offset)
    {
        var method = MethodOf(dictionary);
        if (method is CryptMethod.Aes128 or CryptMethod.Aes256)
        {
            // The vector and the padding decrypt to nothing; how long the padding is only its end tells.
            dictionary.Shorten(IObjectCipher.MaxOverhead);
        }

        cipher.BeginStream(method);
        streams.BeginStream(dictionary, place, offset);
    }

    public void BeginStream(StreamKind kind, ReadOnlySpan<byte> dictionary, in ObjectPlace place) =>
        throw new InvalidOperationException("The dictionary of each stream is read.");

    public void AddToStream(ReadOnlySpan<byte> bytes) => cipher.Write(bytes, this);

    public void AddLineEnd(ReadOnlySpan<byte> lineEnd) => cipher.FillBlock(lineEnd, this);

    public void EndStream(bool isWhole) => streams.EndStream(cipher.EndStream(this) && isWhole);

    bool IByteSink.Write(ReadOnlySpan<byte> bytes)
    {
        streams.AddToStream(bytes);
        return true;
    }

    private CryptMethod MethodOf(StreamDictionary dictionary) => _dictionary switch
    {
        null => CryptMethod.Identity,
        _ when dictionary.Kind == StreamKind.CrossReferences => CryptMethod.Identity,
        var encryption when dictionary.CryptFilter is { } name => Named(encryption, name),
        { EncryptsMetadata: false } when dictionary.Kind == StreamKind.Metadata => CryptMethod.Identity,
        var encryption => dictionary.Kind == StreamKind.EmbeddedFile ? encryption.EmbeddedFiles : encryption.Streams,
    };

    private static CryptMethod Named(EncryptionDictionary encryption, string name) =>
        name == "Identity" ? CryptMethod.Identity
        : encryption.Filters.TryGetValue(name, out var method) && encryption.IsFit(method) ? method
        : CryptMethod.Unknown;
}
