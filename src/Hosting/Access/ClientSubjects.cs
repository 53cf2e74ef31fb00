using Trust;

namespace Hosting.Access;

/// <summary>The scopes of certificates by their names.</summary>
internal sealed class ClientSubjects
{
    private readonly Dictionary<string, ClientSubject> _subjects = [];

    /// <param name="settings">Scopes, separated by commas, by name.</param>
    /// <exception cref="InvalidDataException">A scope does not exist.</exception>
    public ClientSubjects(IReadOnlyDictionary<string, string> settings)
    {
        foreach (var (name, text) in settings)
        {
            _subjects[CertificateNames.Normal(name)] = ScopeNames.TryParse(text.Split(','), out var scopes)
                ? new(name, scopes)
                : throw new InvalidDataException(
                    $"The scopes of the subject {name} have to be some of {string.Join(",", ScopeNames.All)}.");
        }
    }

    /// <summary>
    /// Reads the setting. A URI has colons, which separate the keys of a configuration; on a command line, its scopes follow the last
    /// equals sign: <c>ClientSubjects:URI=spiffe://example.org/gateway=submit,read</c>.
    /// </summary>
    public static Dictionary<string, string> Read(IConfigurationSection section)
    {
        var subjects = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var (key, value) in section.AsEnumerable(makePathsRelative: true))
        {
            if (key.Length == 0 || value is null)
            {
                continue;
            }

            var end = CertificateNames.IsKind(key) ? value.LastIndexOf('=') : -1;
            subjects[end < 0 ? key : $"{key}={value[..end]}"] = value[(end + 1)..];
        }

        return subjects;
    }

    /// <returns>The first of the certificate's names that has scopes: URIs come first, then DNS names, then the common name.</returns>
    public ClientSubject? Find(CertificateNames names)
    {
        foreach (var name in names.All)
        {
            if (_subjects.TryGetValue(name, out var subject))
            {
                return subject;
            }
        }

        return null;
    }
}

/// <param name="Name">The name in the form of the settings.</param>
internal sealed record ClientSubject(string Name, Scopes Scopes);
