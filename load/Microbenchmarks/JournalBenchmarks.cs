using System.Buffers;
using BenchmarkDotNet.Attributes;
using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Reading;
using Journal.Log.Recipients;
using Journal.Log.Signing;
using Journal.Log.Verifying;
using Journal.Log.Writing;
using Load.Systems.Journal.Corpus;
using ZstdSharp;

namespace Microbenchmarks;

/// <summary>
/// The cost of a replayed line with everything verified, beside bare decompression of the same lines; the suite <c>replay</c> of the lab
/// runs these. An operation is a pass over 200,000 lines.
/// </summary>
public class JournalBenchmarks : IWriterObserver
{
    private const int Lines = 200_000;
    private const int DistinctLines = 50_000;
    private const int Seed = 1;

    private readonly DirectoryInfo _directory = Directory.CreateTempSubdirectory("journal-benchmark-");
    private readonly List<(byte[] Compressed, int Bytes)> _blocks = [];
    private readonly byte[] _plain = new byte[FrameHeader.MaxPlainBytes];

    /// <summary>One for each frame that is under way, as the journal's replay has it.</summary>
    private readonly ArrayBufferWriter<byte>[] _outputs =
        [.. Enumerable.Range(0, 2 * LogReader.DefaultThreads).Select(_ => new ArrayBufferWriter<byte>())];
    private JournalFolder _folder = null!;
    private ReaderKey _key = null!;
    private VerifierKey _log = null!;

    [GlobalSetup]
    public void Setup()
    {
        _folder = new(Path.Combine(_directory.FullName, "journal"));
        _key = ReaderKey.Create();
        _log = JournalMaker.Make(_folder, "benchmark", [new("reader.pem", _key.ExportPublic())]);
        var lines = DaemonLines.Make(DistinctLines, length: null, Seed);
        Write(lines);
        Compress(lines);
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _key.Dispose();
        _directory.Delete(recursive: true);
    }

    /// <summary>Blocks of the same lines, as large as the frames are, decompressed and nothing else.</summary>
    [Benchmark]
    public long Decompress()
    {
        using var decompressor = new Decompressor();
        var bytes = 0L;
        foreach (var (compressed, length) in _blocks)
        {
            bytes += decompressor.TryUnwrap(compressed, _plain.AsSpan(0, length), out var written)
                ? written
                : throw new InvalidOperationException("A block does not decompress.");
        }

        return bytes;
    }

    /// <summary>Signatures, tree, hashes of stored bytes, decryption, decompression, the records' trees; the lines written out.</summary>
    [Benchmark]
    public long Replay()
    {
        var (lines, signed) = (0L, SignedLog.Read(_folder, _log));
        var reader = new LogReader(_folder, _key, signed.LeafOf);
        foreach (var frame in reader.Read(0, _ => true, work: frame => Write(frame.Records, _outputs[frame.Slot])))
        {
            if (frame.Found.Problem is { } problem)
            {
                throw new InvalidOperationException(problem);
            }

            lines += frame.Records.Count;
            if (frame.Records.Count > 0)
            {
                Stream.Null.Write(_outputs[frame.Slot].WrittenSpan);
            }
        }

        return lines == Lines && signed.Damages.Count == 0 ? lines : throw new InvalidOperationException($"{lines} lines were replayed.");
    }

    public void Committed(int frames, int records, long bytes, TimeSpan flush)
    {
        // Nobody asks.
    }

    public void Published(SignedNote checkpoint, long size)
    {
        // Nobody asks.
    }

    public void Failed(Exception exception) => throw new InvalidOperationException("The journal cannot be written.", exception);

    public void PublishFailed(Exception exception) => Failed(exception);

    private static void Write(FrameRecords records, ArrayBufferWriter<byte> output)
    {
        output.ResetWrittenCount();
        for (var i = 0; i < records.Count; i++)
        {
            var message = records.MessageOf(i);
            var line = output.GetSpan(message.Length + 1);
            message.CopyTo(line);
            line[message.Length] = (byte)'\n';
            output.Advance(message.Length + 1);
        }
    }

    /// <summary>Frames are as full as under load.</summary>
    private void Write(IReadOnlyList<byte[]> lines)
    {
        var source = new RecordSource(SourceKind.Tcp, "127.0.0.1:1");
        using var writer = JournalWriter.Open(
            _folder, new() { CloseAfter = TimeSpan.FromMinutes(1) }, this, TimeProvider.System);
        for (var i = 0; i < Lines; i++)
        {
            while (!writer.Intake.TryAdd(source, lines[i % lines.Count], RecordMarks.Rfc3164, 1_000_000 + i, awaited: false, out _))
            {
                writer.Intake.WaitForRoomAsync(CancellationToken.None).GetAwaiter().GetResult();
            }
        }
    }

    private void Compress(IReadOnlyList<byte[]> lines)
    {
        const int FrameBytes = 256 << 10;
        var plain = new ArrayBufferWriter<byte>();
        using var compressor = new Compressor(level: 1);
        for (var i = 0; i < Lines; i++)
        {
            plain.Write(lines[i % lines.Count]);
            if (plain.WrittenCount >= FrameBytes || i == Lines - 1)
            {
                _blocks.Add((compressor.Wrap(plain.WrittenSpan).ToArray(), plain.WrittenCount));
                plain.ResetWrittenCount();
            }
        }
    }
}
