using System.Text;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Xml;

/// <summary>
/// Looks at property lists of Apple that are profiles of settings (.mobileconfig): what they have a device trust, or send through others
/// (Apple, "Configuration Profile Reference").
/// </summary>
internal sealed class SettingsProfile
{
    private const int MaxText = 256;

    // Certificates that are trusted, management by somebody else, and ways that all traffic takes.
    private static readonly HashSet<string> Trusting =
    [
        "com.apple.security.root", "com.apple.security.pkcs1", "com.apple.security.pem", "com.apple.mdm", "com.apple.proxy.http.global",
        "com.apple.vpn.managed", "com.apple.vpn.managed.applayer", "com.apple.dnsSettings.managed", "com.apple.webcontent-filter",
        "com.apple.security.scep", "com.apple.security.acme",
    ];

    private readonly StringBuilder _text = new();
    private readonly List<string> _payloads = [];
    private string _key = "";
    private bool _isText;

    /// <param name="localName">The name of a start tag.</param>
    public void Begin(string localName)
    {
        _isText = localName is "key" or "string";
        _text.Clear();
    }

    public void Text(string text)
    {
        if (_isText)
        {
            _text.Append(text.AsSpan(0, Math.Min(text.Length, MaxText - _text.Length)));
        }
    }

    /// <param name="name">The name of an end tag.</param>
    public void End(string name)
    {
        var text = _text.ToString().Trim();
        if (name == "/key")
        {
            _key = text;
        }
        else if (name == "/string" && _key == "PayloadType" && _payloads.Count < MaxText)
        {
            _payloads.Add(text);
        }

        _isText = false;
    }

    /// <summary>Judges the profile, if it is one. What a network of the air trusts for itself is its own affair.</summary>
    public void Judge(Evidence evidence)
    {
        if (!_payloads.Contains("Configuration"))
        {
            return;
        }

        var isNetwork = _payloads.Contains("com.apple.wifi.managed");
        if (_payloads.Find(payload => Trusting.Contains(payload) && !(isNetwork && IsCertificate(payload))) is { } trusting)
        {
            evidence.Find(XmlRules.TrustingProfile, 0, trusting);
        }

        evidence.Miss(Gap.SettingsNotJudged);
    }

    public void Clear()
    {
        _text.Clear();
        _payloads.Clear();
        (_key, _isText) = ("", false);
    }

    private static bool IsCertificate(string payload) => payload.StartsWith("com.apple.security.", StringComparison.Ordinal);
}
