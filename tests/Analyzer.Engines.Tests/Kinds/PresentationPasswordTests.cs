using System.Buffers.Binary;
using Analyzer.Engines.Ole.Encryption;

namespace Analyzer.Engines.Tests.Kinds;

public sealed class PresentationPasswordTests
{
    /// <summary>Read for each edit, it is read for minutes.</summary>
    [Fact]
    public async Task TryOpen_ManyEditsOfOneLargeDirectory_EndsSoon()
    {
        const int Edits = 1024;
        const int Length = 32 * 1024 * 1024;
        var stream = new byte[8 + Length + (Edits * 40)];
        Write(stream, 0, 0x1772, Length + (Edits * 40));
        for (var at = 8; at < stream.Length - (Edits * 40); at += 4)
        {
            BinaryPrimitives.WriteUInt32LittleEndian(stream.AsSpan(at), 0xFFF00000);
        }

        for (var (edit, before) = (0, 0); edit < Edits; edit++)
        {
            var at = 8 + Length + (edit * 40);
            Write(stream, at, 0x0FF5, 32);
            BinaryPrimitives.WriteInt32LittleEndian(stream.AsSpan(at + 16), before);
            BinaryPrimitives.WriteInt32LittleEndian(stream.AsSpan(at + 36), 7);
            before = at;
        }

        var user = new byte[20];
        BinaryPrimitives.WriteUInt32LittleEndian(user.AsSpan(12), 0xF3D1C4DF);
        BinaryPrimitives.WriteInt32LittleEndian(user.AsSpan(16), stream.Length - 40);

        var opening = Task.Run(() => PresentationPassword.TryOpen(stream, user, null), TestContext.Current.CancellationToken);

        (await opening.WaitAsync(TimeSpan.FromSeconds(20), TestContext.Current.CancellationToken)).ShouldBeFalse();
    }

    private static void Write(byte[] stream, int at, ushort type, int length)
    {
        BinaryPrimitives.WriteUInt16LittleEndian(stream.AsSpan(at + 2), type);
        BinaryPrimitives.WriteInt32LittleEndian(stream.AsSpan(at + 4), length);
    }
}
