using System.Buffers.Binary;
using Analyzer.Engines.Decoding;

namespace Analyzer.Engines.Ole.Encryption;

/// <summary>
/// Opens presentations that are encrypted by RC4 (MS-PPT, 2.1.2 and 2.3.7): each object that is stored has a key of its
/// own.
/// </summary>
internal static class PresentationPassword
{
    private const int HeaderLength = 8;
    private const int UserEdit = 0x0FF5;
    private const int EncryptedUserEditLength = 0x20;
    private const int PersistDirectory = 0x1772;
    private const int CryptSession = 0x2F14;
    private const uint EncryptedToken = 0xF3D1C4DF;
    private const int MaxEdits = 1024;
    private const int MaxObjects = 65_536;

    /// <param name="user">The stream Current User, which says where the last edit is and whether all is encrypted.</param>
    public static bool IsEncrypted(ReadOnlySpan<byte> user) =>
        user.Length >= 20 && BinaryPrimitives.ReadUInt32LittleEndian(user[12..]) == EncryptedToken;

    /// <param name="stream">The main stream, which is decrypted in place.</param>
    /// <param name="sent">The password that was sent; null for none.</param>
    /// <returns>False when no password opens it, or it is damaged.</returns>
    public static bool TryOpen(Span<byte> stream, ReadOnlySpan<byte> user, string? sent)
    {
        var objects = new Dictionary<int, int>();
        var session = FindObjects(stream, BinaryPrimitives.ReadUInt32LittleEndian(user[16..]), objects);
        if (!objects.Remove(session, out var at) || RecordAt(stream, (uint)at, CryptSession) is not { IsEmpty: false } header
            || Rc4Password.KeysOf(header, sent) is not { } keys)
        {
            return false;
        }

        // Objects that lie in one another would be decrypted again and again.
        var (state, left) = (new byte[256], (long)stream.Length);
        foreach (var (number, offset) in objects)
        {
            left -= left < 0 ? 0 : Open(stream, offset, keys(number), state);
        }

        return true;
    }

    // Edits lead to those before them; what a later one stores again does not count in an earlier one.
    private static int FindObjects(ReadOnlySpan<byte> stream, uint offset, Dictionary<int, int> objects)
    {
        // Their directories lie side by side; those that lie in one another would be read again and again.
        var (session, left) = (0, stream.Length);
        for (var edits = 0; edits < MaxEdits; edits++)
        {
            var edit = RecordAt(stream, offset, UserEdit);
            if (edit.Length < EncryptedUserEditLength)
            {
                break;
            }

            session = session == 0 ? BinaryPrimitives.ReadInt32LittleEndian(edit[28..]) : session;
            var directory = RecordAt(stream, BinaryPrimitives.ReadUInt32LittleEndian(edit[12..]), PersistDirectory);
            left -= directory.Length;
            if (left < 0)
            {
                break;
            }

            ReadDirectory(directory, objects);
            var before = BinaryPrimitives.ReadUInt32LittleEndian(edit[8..]);
            if (before == 0 || before >= offset)
            {
                break;
            }

            offset = before;
        }

        return session;
    }

    private static void ReadDirectory(ReadOnlySpan<byte> directory, Dictionary<int, int> objects)
    {
        while (directory.Length >= 8 && objects.Count < MaxObjects)
        {
            var head = BinaryPrimitives.ReadUInt32LittleEndian(directory);
            var (number, count) = ((int)(head & 0xFFFFF), (int)(head >> 20));
            directory = directory[4..];
            for (; count > 0 && directory.Length >= 4; count--, number++)
            {
                objects.TryAdd(number, BinaryPrimitives.ReadInt32LittleEndian(directory));
                directory = directory[4..];
            }
        }
    }

    private static ReadOnlySpan<byte> RecordAt(ReadOnlySpan<byte> stream, uint offset, int type)
    {
        if (offset > stream.Length - HeaderLength || BinaryPrimitives.ReadUInt16LittleEndian(stream[((int)offset + 2)..]) != type)
        {
            return [];
        }

        var content = stream[((int)offset + HeaderLength)..];
        return content[..(int)Math.Min(BinaryPrimitives.ReadUInt32LittleEndian(stream[((int)offset + 4)..]), content.Length)];
    }

    /// <returns>How many bytes it has decrypted.</returns>
    private static int Open(Span<byte> stream, int offset, byte[] key, byte[] state)
    {
        if (offset < 0 || offset > stream.Length - HeaderLength)
        {
            return 0;
        }

        var cipher = new Rc4(key, state);
        var head = stream.Slice(offset, HeaderLength);
        cipher.Apply(head);
        var content = stream[(offset + HeaderLength)..];
        content = content[..(int)Math.Min(BinaryPrimitives.ReadUInt32LittleEndian(head[4..]), content.Length)];
        cipher.Apply(content);
        return HeaderLength + content.Length;
    }
}
