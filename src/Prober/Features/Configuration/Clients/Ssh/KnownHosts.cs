using System.Text;
using Durable;

namespace Prober.Features.Configuration.Clients.Ssh;

/// <summary>
/// The keys of SSH servers: the first one of a server is remembered in a file, and another one is refused until a person has removed the
/// line.
/// </summary>
/// <param name="path">Null keeps them in memory only.</param>
internal sealed class KnownHosts(string? path)
{
    private readonly Lock _gate = new();
    private Dictionary<string, string>? _known;

    /// <returns>Why the key is refused, for a person; null when it is the server's.</returns>
    /// <exception cref="IOException">The file cannot be read or written.</exception>
    public string? Judge(string host, int port, string kind, string fingerprint)
    {
        var (name, key) = ($"[{host}]:{port}", $"{kind} SHA256:{fingerprint}");
        lock (_gate)
        {
            _known ??= Load();
            if (_known.TryGetValue(name, out var known))
            {
                return known == key ? null
                    : $"The host key of {name} has changed: it was {known}, and is {key}. If that is right, remove its line from "
                        + $"{path ?? "the known hosts"}, and restart the prober.";
            }

            var after = new Dictionary<string, string>(_known) { [name] = key };
            if (path is not null)
            {
                var lines = after.OrderBy(one => one.Key, StringComparer.Ordinal).Select(one => $"{one.Key} {one.Value}\n");
                LocalDisk.Instance.Replace(path, Encoding.UTF8.GetBytes(string.Concat(lines)));
            }

            _known = after;
            return null;
        }
    }

    private Dictionary<string, string> Load() => path is null || !File.Exists(path) ? []
        : File.ReadLines(path).Select(line => line.Split(' ', 2)).Where(parts => parts.Length == 2)
            .DistinctBy(parts => parts[0]).ToDictionary(parts => parts[0], parts => parts[1].Trim());
}
