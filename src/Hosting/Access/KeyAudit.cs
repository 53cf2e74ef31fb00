using Hosting.Audit;

namespace Hosting.Access;

/// <summary>
/// Tells the audit stream which keys were added, revoked, changed or removed. A file remembers of which keys it has told, so that it tells
/// at the next start what was changed while the host was stopped.
/// </summary>
/// <param name="trail">Hears of each change.</param>
/// <param name="memory">The keys that it was told of. This host alone writes it; when it is not there, every key is new.</param>
/// <param name="time">Stamps the records.</param>
/// <param name="log">Hears when the memory fails.</param>
internal sealed partial class KeyAudit(AuditTrail trail, KeyFile memory, TimeProvider time, ILogger<KeyAudit> log)
{
    /// <summary>The result in a record whose time is that of the start: nobody saw when the change was made.</summary>
    public const string WhileStopped = "while-stopped";

    private IReadOnlyList<AccessKey>? _told;
    private Func<bool>? _isWritten;
    private bool _isFailing;

    /// <summary>Compares the keys that hold now with those that it has told of.</summary>
    public void Tell(IReadOnlyList<AccessKey> keys)
    {
        var result = _told is null ? WhileStopped : null;
        var before = (_told ?? Recall()).ToDictionary(key => key.Id, StringComparer.Ordinal);
        var changes = Changes(before, keys).ToList();
        foreach (var (action, id) in changes)
        {
            trail.Add(new AuditRecord(time.GetUtcNow(), trail.Host, action, AuditRecord.Ok, Target: id, Result: result));
        }

        if (changes.Count > 0)
        {
            _isWritten = trail.Mark();
        }

        _told = keys;
    }

    /// <summary>
    /// Writes down of which keys it has told, once the records are where they belong: a host that is killed before tells again.
    /// </summary>
    public void Remember()
    {
        if (_isWritten?.Invoke() != true)
        {
            return;
        }

        try
        {
            memory.Replace(_told!);
            (_isWritten, _isFailing) = (null, false);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            if (!_isFailing)
            {
                _isFailing = true;
                Log.Failing(log, memory.Path, exception.Message);
            }
        }
    }

    private static IEnumerable<(string Action, string Id)> Changes(Dictionary<string, AccessKey> before, IReadOnlyList<AccessKey> after)
    {
        foreach (var key in after)
        {
            if (!before.Remove(key.Id, out var known))
            {
                yield return (key.Revoked is null ? "key-added" : "key-revoked", key.Id);
            }
            else if (key.Revoked is not null && known.Revoked is null)
            {
                yield return ("key-revoked", key.Id);
            }
            else if (key with { Scopes = known.Scopes } != known || !key.Scopes.SequenceEqual(known.Scopes))
            {
                yield return ("key-changed", key.Id);
            }
        }

        foreach (var id in before.Keys)
        {
            yield return ("key-removed", id);
        }
    }

    private IReadOnlyList<AccessKey> Recall()
    {
        try
        {
            return File.Exists(memory.Path) ? memory.Read() : [];
        }
        catch (Exception exception) when (exception is IOException or InvalidDataException or UnauthorizedAccessException)
        {
            Log.Forgotten(log, exception.Message);
            return [];
        }
    }

    private static partial class Log
    {
        [LoggerMessage(73, LogLevel.Warning, "The audit stream tells of every key anew, since it cannot read of which it has: {Reason}")]
        public static partial void Forgotten(ILogger logger, string reason);

        [LoggerMessage(
            74, LogLevel.Error, "{File} cannot be written: the next start tells the audit stream again which keys changed. {Reason}")]
        public static partial void Failing(ILogger logger, string file, string reason);
    }
}
