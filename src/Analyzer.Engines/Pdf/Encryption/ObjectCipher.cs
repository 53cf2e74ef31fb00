using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Decoding;
using Analyzer.Engines.Pdf.Objects;

namespace Analyzer.Engines.Pdf.Encryption;

/// <summary>Decrypts strings and the data of streams with the key of the object that they are in (ISO 32000-2, 7.6.3).</summary>
internal sealed class ObjectCipher : IObjectCipher, IDisposable
{
    private const int BlockLength = 16;
    private const int PieceLength = 4096;

    private readonly Aes _aes = Aes.Create();
    private readonly byte[] _rc4State = new byte[256];
    private readonly byte[] _vector = new byte[BlockLength];

    // A piece, and the block behind it that may be the last, whose end is padding.
    private readonly byte[] _piece = new byte[PieceLength + BlockLength];
    private readonly byte[] _plain = new byte[PieceLength + BlockLength];
    private DocumentKey? _key;
    private int _encryptionObject;
    private int _number;
    private int _generation;
    private CryptMethod _method;
    private Rc4 _rc4;
    private int _length;
    private bool _hasVector;

    private bool IsInBlocks => _method is CryptMethod.Aes128 or CryptMethod.Aes256;

    /// <summary>Takes the document's key.</summary>
    /// <param name="key">It fits the methods of its dictionary.</param>
    /// <param name="encryptionObject">The object that describes the encryption, whose strings are not encrypted; 0 for none.</param>
    public void Open(DocumentKey key, int encryptionObject) => (_key, _encryptionObject) = (key, encryptionObject);

    public void BeginObject(int number, int generation) => (_number, _generation) = (number, generation);

    public int DecryptString(Span<byte> text, bool isCut)
    {
        if (_key is null || _number == _encryptionObject)
        {
            return text.Length;
        }

        switch (_key.Dictionary.Strings)
        {
            case CryptMethod.Rc4:
                new Rc4(ObjectKey(_key, CryptMethod.Rc4), _rc4State).Apply(text);
                return text.Length;
            case CryptMethod.Aes128 or CryptMethod.Aes256:
                return DecryptBlocks(text, isCut);
            default:
                return text.Length;
        }
    }

    /// <summary>The data of a stream of the object follow.</summary>
    public void BeginStream(CryptMethod method)
    {
        (_method, _length, _hasVector) = (_key is null ? CryptMethod.Identity : method, 0, false);
        switch (_method)
        {
            case CryptMethod.Rc4:
                _rc4 = new(ObjectKey(_key!, method), _rc4State);
                break;
            case CryptMethod.Aes128 or CryptMethod.Aes256:
                _aes.Key = ObjectKey(_key!, method);
                break;
        }
    }

    /// <summary>Decrypts the next bytes of the stream, and hands what is certain to the sink.</summary>
    public void Write(ReadOnlySpan<byte> bytes, IByteSink sink)
    {
        if (_method is CryptMethod.Identity or CryptMethod.Unknown)
        {
            sink.Write(bytes);
            return;
        }

        while (!bytes.IsEmpty)
        {
            var taken = Math.Min(bytes.Length, _piece.Length - _length);
            bytes[..taken].CopyTo(_piece.AsSpan(_length));
            bytes = bytes[taken..];
            _length += taken;
            if (_method == CryptMethod.Rc4)
            {
                _rc4.Apply(_piece.AsSpan(0, _length));
                sink.Write(_piece.AsSpan(0, _length));
                _length = 0;
            }
            else if (_length == _piece.Length)
            {
                DecryptPiece(PieceLength, sink);
            }
        }
    }

    /// <summary>Takes bytes that stand behind the data and belong to it when its last block lacks them.</summary>
    public void FillBlock(ReadOnlySpan<byte> lineEnd, IByteSink sink)
    {
        var missing = (BlockLength - (_length % BlockLength)) % BlockLength;
        if (IsInBlocks && missing <= lineEnd.Length)
        {
            Write(lineEnd[..missing], sink);
        }
    }

    /// <summary>Ends the stream.</summary>
    /// <returns>False when its last block is not whole.</returns>
    public bool EndStream(IByteSink sink)
    {
        if (!IsInBlocks)
        {
            return true;
        }

        var whole = _length - (_length % BlockLength);
        var isWhole = whole == _length;
        DecryptPiece(whole, sink, isLast: true);
        _length = 0;
        return isWhole;
    }

    public void Dispose() => _aes.Dispose();

    /// <param name="length">A number of whole blocks.</param>
    private void DecryptPiece(int length, IByteSink sink, bool isLast = false)
    {
        var blocks = _piece.AsSpan(0, length);
        if (!_hasVector && length > 0)
        {
            blocks[..BlockLength].CopyTo(_vector);
            blocks = blocks[BlockLength..];
            _hasVector = true;
        }

        if (!blocks.IsEmpty)
        {
            var plain = _plain.AsSpan(0, _aes.DecryptCbc(blocks, _vector, _plain, PaddingMode.None));
            blocks[^BlockLength..].CopyTo(_vector);
            sink.Write(isLast ? WithoutPadding(plain) : plain);
        }

        _piece.AsSpan(length, _length - length).CopyTo(_piece);
        _length -= length;
    }

    // The vector stands before the blocks.
    private int DecryptBlocks(Span<byte> text, bool isCut)
    {
        var length = text.Length - (text.Length % BlockLength) - BlockLength;
        if (length <= 0)
        {
            return 0;
        }

        _aes.Key = ObjectKey(_key!, _key!.Dictionary.Strings);
        var plain = _aes.DecryptCbc(text.Slice(BlockLength, length), text[..BlockLength], PaddingMode.None);
        plain.CopyTo(text);
        return isCut ? length : WithoutPadding(text[..length]).Length;
    }

    // RFC 8018, 6.1.1; what is not padded so is taken as it is, as readers do.
    private static Span<byte> WithoutPadding(Span<byte> plain) =>
        plain is [.., var count] && count is > 0 and <= BlockLength && !plain[^count..].ContainsAnyExcept(count) ? plain[..^count] : plain;

    // Algorithm 1.
    [SuppressMessage("Security", "CA5351", Justification = "The format prescribes MD5; documents are read, none is protected by it.")]
    private byte[] ObjectKey(DocumentKey key, CryptMethod method)
    {
        if (method == CryptMethod.Aes256)
        {
            return key.Bytes;
        }

        ReadOnlySpan<byte> salt = method == CryptMethod.Aes128 ? "sAlT"u8 : [];
        var hash = MD5.HashData(
        [
            .. key.Bytes, (byte)_number, (byte)(_number >> 8), (byte)(_number >> 16), (byte)_generation, (byte)(_generation >> 8), .. salt,
        ]);
        return method == CryptMethod.Aes128 ? hash : hash[..Math.Min(hash.Length, key.Bytes.Length + 5)];
    }
}
