using Prober.Features.Configuration.Clients.Ssh;
using Prober.Features.Pushes;

namespace Prober.Features.Configuration;

/// <summary>Parts that targets share: thousands of them have the same settings, which are parsed only once.</summary>
/// <param name="proxy">The proxies of the environment.</param>
/// <param name="allowsShell">Whether targets may run programs.</param>
/// <param name="hosts">The keys of SSH servers.</param>
/// <param name="pushes">What targets report of themselves.</param>
internal sealed class SharedParts(EnvironmentProxy proxy, bool allowsShell, KnownHosts hosts, PushBoard pushes)
{
    private readonly Dictionary<(Type Type, string Text), object> _byText = [];
    private readonly Dictionary<object, object> _byValue = [];

    public EnvironmentProxy Proxy => proxy;

    public bool AllowsShell => allowsShell;

    public KnownHosts Hosts => hosts;

    public PushBoard Pushes => pushes;

    /// <summary>The parsed form of a text.</summary>
    public T Of<T>(string text, Func<T> make)
        where T : class
    {
        if (!_byText.TryGetValue((typeof(T), text), out var part))
        {
            _byText[(typeof(T), text)] = part = make();
        }

        return (T)part;
    }

    public IReadOnlyDictionary<string, string> Labels(IEnumerable<KeyValuePair<string, string>> labels)
    {
        var pairs = labels.ToList();
        return Of<IReadOnlyDictionary<string, string>>(TextOf(pairs), () => pairs.ToDictionary());
    }

    public IReadOnlyList<KeyValuePair<string, string>> Pairs(List<KeyValuePair<string, string>> pairs) =>
        pairs.Count == 0 ? [] : Of<IReadOnlyList<KeyValuePair<string, string>>>(TextOf(pairs), () => pairs.ToArray());

    /// <summary>The first equal object.</summary>
    public T Same<T>(T one)
        where T : class =>
        (T)(_byValue.TryGetValue(one, out var first) ? first : _byValue[one] = one);

    public static string TextOf(List<KeyValuePair<string, string>> pairs) =>
        string.Concat(pairs.Select(pair => $"{pair.Key}\0{pair.Value}\0"));
}
