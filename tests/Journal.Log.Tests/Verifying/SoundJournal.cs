using System.Buffers.Binary;
using Journal.Log.Frames;
using Journal.Log.Signing;

namespace Journal.Log.Tests.Verifying;

/// <summary>The journal whose copies are tampered with: three segments, three epochs.</summary>
public sealed class SoundJournal : IAsyncLifetime
{
    internal TestJournal Journal { get; } = new();

    internal VerifierKey Key => Journal.Folder.ReadVerifier();

    /// <summary>The frames of each segment, by its path in the journal.</summary>
    internal SortedDictionary<string, List<Piece>> Frames { get; } = new(StringComparer.Ordinal);

    internal Dictionary<string, int> HeaderBytes { get; } = [];

    /// <summary>The keys of a thief who came in every epoch.</summary>
    internal List<SigningKey> EpochKeys { get; } = [];

    internal static IReadOnlyList<IReadOnlyList<string>> Lines { get; } = [["one", "two"], ["three"], ["four", "five", "six"]];

    public async ValueTask InitializeAsync()
    {
        foreach (var lines in Lines)
        {
            await Journal.WriteAsync(lines);
            EpochKeys.Add(SigningKey.Parse(File.ReadAllLines(Journal.Folder.EpochKey)[^1]));
        }

        foreach (var place in Journal.Folder.ListSegments())
        {
            var bytes = File.ReadAllBytes(place.Path);
            var name = Path.GetRelativePath(Journal.Folder.Path, place.Path);
            var at = HeaderBytes[name] = BinaryPrimitives.ReadInt32BigEndian(bytes.AsSpan(4));
            Frames[name] = [];
            while (at < bytes.Length)
            {
                var header = FrameHeader.TryRead(bytes.AsSpan(at), out _)!;
                var end = at + FrameHeader.Bytes + header.StoredBytes;
                Frames[name].Add(new(header.Index, bytes[at..end]));
                at = end;
            }
        }
    }

    public ValueTask DisposeAsync()
    {
        Journal.Dispose();
        return ValueTask.CompletedTask;
    }

    internal string PathOf(string name) => Path.Combine(Journal.Folder.Path, name);
}

/// <summary>The bytes of a frame.</summary>
internal sealed record Piece(long Index, byte[] Bytes);
