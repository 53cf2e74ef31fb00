using System.Security.Cryptography;
using Durable;
using Journal.Log.Folders;
using Journal.Log.Recipients;
using Journal.Log.Segments;

namespace Journal.Log.Writing;

/// <summary>The segment that is being written. Its keys are in memory only, while it is open.</summary>
internal sealed class OpenSegment : IDisposable
{
    private readonly IDiskFile _file;
    private long _durable;

    private OpenSegment(IDiskFile file, SegmentKeys keys, byte[] id, long length, long openedAt)
    {
        (_file, Keys, Id, OpenedAt) = (file, keys, id, openedAt);
        Length = _durable = length;
    }

    public SegmentKeys Keys { get; }

    public byte[] Id { get; }

    public long Length { get; private set; }

    /// <summary>Timestamp of the time provider.</summary>
    public long OpenedAt { get; }

    /// <summary>The number of durable frames in it.</summary>
    public uint Frames { get; set; }

    public static OpenSegment Create(
        JournalFolder folder, string origin, LogPosition position, TimeProvider time)
    {
        var recipients = folder.ReadRecipients();
        var secret = RandomNumberGenerator.GetBytes(SegmentKeys.SecretBytes);
        var keys = new SegmentKeys(secret);
        var path = folder.Segment(position.Frame);
        IDiskFile? file = null;
        try
        {
            var random = RandomNumberGenerator.GetBytes(SegmentHeader.RandomBytes);
            var header = new SegmentHeader(
                position.Frame, position.Sequence, Clock.Microseconds(time), random, origin,
                [.. recipients.Select(recipient => recipient.Wrap(secret, random))]).ToBytes(keys);
            folder.Disk.CreateFolders(folder.Segments);

            // A segment of that name was begun and failed before any of its frames was acknowledged.
            folder.Disk.Delete(path);
            file = folder.Disk.Open(path, FileMode.CreateNew);
            file.Write(header, 0);
            file.Flush();
            folder.Disk.FlushFolder(folder.Segments);
            return new(file, keys, SegmentHeader.IdOf(header), header.Length, time.GetTimestamp());
        }
        catch
        {
            file?.Dispose();
            keys.Dispose();
            TryDelete(folder.Disk, path);
            throw;
        }
        finally
        {
            CryptographicOperations.ZeroMemory(secret);
            foreach (var recipient in recipients)
            {
                recipient.Dispose();
            }
        }
    }

    public void Append(ReadOnlySpan<byte> frame)
    {
        _file.Write(frame, Length);
        Length += frame.Length;
    }

    public void Flush()
    {
        _file.Flush();
        _durable = Length;
    }

    /// <summary>After a failure: cuts bytes that were never acknowledged, if the file still allows it.</summary>
    public void Abandon()
    {
        try
        {
            _file.SetLength(_durable);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // Then it stays, and the first frame of the next segment tells readers that it does not count.
        }
    }

    public void Dispose()
    {
        _file.Dispose();
        Keys.Dispose();
    }

    /// <summary>A header without frames is useless; one that stays is skipped at the next start.</summary>
    private static void TryDelete(IDisk disk, string path)
    {
        try
        {
            disk.Delete(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // Then it stays.
        }
    }
}
