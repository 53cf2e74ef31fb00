using System.ComponentModel.DataAnnotations;
using System.Globalization;

namespace Gateway.Features.Settings;

/// <summary>
/// A list of base addresses. A client of gRPC writes <c>host:port</c> or <c>dns:///host:port</c> for cleartext; both are taken.
/// </summary>
[AttributeUsage(AttributeTargets.Property)]
internal sealed class BackendAddressesAttribute : ValidationAttribute
{
    /// <summary>Whether there may be none.</summary>
    public bool MayBeEmpty { get; init; }

    public static string EmptyText(string key) => $"{key} is empty: name at least one backend, such as http://127.0.0.1:5081.";

    public static bool IsEmpty(string list) => Parts(list).Length == 0;

    /// <returns>The addresses. Parts that are not addresses are skipped; the check of the setting refuses them.</returns>
    public static IReadOnlyList<Uri> Parse(string list) =>
        [.. Parts(list).Where(IsAddress).Select(part => new Uri(part, UriKind.Absolute)).Distinct()];

    protected override ValidationResult? IsValid(object? value, ValidationContext validationContext)
    {
        var key = validationContext.DisplayName;
        var parts = Parts(value as string ?? "");
        return parts.Length == 0 && !MayBeEmpty ? new(EmptyText(key))
            : Array.Find(parts, part => !IsAddress(part)) is { } wrong
                ? new($"{key} holds '{wrong}', which is not a base address. Write it like http://127.0.0.1:5081.")
            : null;
    }

    private static string[] Parts(string list) =>
        [.. list.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries).Select(Normal)];

    /// <summary>Only with a port: a name alone may be meant in many ways.</summary>
    private static string Normal(string part)
    {
        const string Dns = "dns:///";
        var target = part.StartsWith(Dns, StringComparison.OrdinalIgnoreCase) ? part[Dns.Length..] : part;
        var colon = target.LastIndexOf(':');
        return colon > 0 && ushort.TryParse(target.AsSpan(colon + 1), NumberStyles.None, CultureInfo.InvariantCulture, out _)
            && !target.Contains('/') && Uri.CheckHostName(target[..colon].Trim('[', ']')) != UriHostNameType.Unknown
            ? $"{Uri.UriSchemeHttp}://{target}"
            : part;
    }

    private static bool IsAddress(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var address)
        && (address.Scheme == Uri.UriSchemeHttp || address.Scheme == Uri.UriSchemeHttps)
        && address is { PathAndQuery: "/", Fragment: "", UserInfo: "" };
}
