using System.Globalization;
using System.Text;
using Durable;
using Journal.Log.Writing;

namespace Journal.Features.Sealed;

/// <summary>
/// The numbers under which a sender seals. A number used twice with the same key would break the encryption, so only one process at a time
/// may use the key, and a session is on the disk before its first number is used.
/// </summary>
internal sealed class SendNumbers : IDisposable
{
    /// <summary>Far below the end of 32 bits.</summary>
    private const uint MaxCount = 1u << 31;

    private readonly IDisk _disk;
    private readonly string _file;
    private readonly uint _maxCount;
    private readonly TimeProvider _time;
    private readonly FileLock _lock;

    private SendNumbers(IDisk disk, string file, uint maxCount, TimeProvider time, FileLock keyLock) =>
        (_disk, _file, _maxCount, _time, _lock) = (disk, file, maxCount, time, keyLock);

    public uint Session { get; private set; }

    /// <summary>The last used number; 0 at the beginning of a session.</summary>
    public uint Count { get; private set; }

    /// <summary>Takes a key, and begins a session.</summary>
    /// <param name="keyFile">The last session and a lock are kept beside it.</param>
    /// <param name="time">Sessions are named by their start.</param>
    /// <param name="maxCount">After so many numbers a new session begins.</param>
    /// <param name="disk">The disk; null for the machine's own.</param>
    /// <exception cref="JournalRefusedException">Another process uses the key, or the last session is unknown.</exception>
    public static SendNumbers Begin(string keyFile, TimeProvider time, uint maxCount = MaxCount, IDisk? disk = null)
    {
        var keyLock = ProcessLock.Take($"{keyFile}.lock", "another journal send uses the key");
        var numbers = new SendNumbers(disk ?? LocalDisk.Instance, $"{keyFile}.session", maxCount, time, keyLock);
        try
        {
            numbers.BeginSession();
            return numbers;
        }
        catch
        {
            numbers.Dispose();
            throw;
        }
    }

    /// <summary>Begins a new session when this one has used up its numbers.</summary>
    public void Renew()
    {
        if (Count >= _maxCount)
        {
            BeginSession();
        }
    }

    public uint Next() => Count = checked(Count + 1);

    public void Dispose() => _lock.Dispose();

    /// <summary>Its name is larger than all earlier ones, whatever the clock says.</summary>
    private void BeginSession()
    {
        var session = Math.Max(ReadLast() + 1, (uint)_time.GetUtcNow().ToUnixTimeSeconds());
        _disk.Replace(_file, Encoding.ASCII.GetBytes(session.ToString(CultureInfo.InvariantCulture)), secret: true);
        (Session, Count) = (session, 0);
    }

    private uint ReadLast()
    {
        if (!File.Exists(_file))
        {
            return 0;
        }

        var text = SharedFile.ReadAllText(_file);
        return uint.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var last) && last < uint.MaxValue
            ? last
            : throw new JournalRefusedException(
                $"{_file} does not say which session was the last: with a number that came twice the encryption would be undone. "
                + "Make a new key with journal sender add, and use that.");
    }
}
