using Journal.Log.Signing;
using Journal.Log.Witnessing;

namespace Journal.Features.Anchors;

/// <summary>
/// A witness in a setting: its address, and the key whose signature counts, <c>https://host:port#name+1a2b3c4d+BA...</c>.
/// </summary>
internal sealed record WitnessAddress(Uri Prefix, CosignerKey Key)
{
    private const char Separator = '#';

    public Uri AddCheckpoint => Below("add-checkpoint");

    /// <summary>Whether the text is an address, with or without a key, and not a file name.</summary>
    public static bool IsUrl(string text) =>
        text.StartsWith("http://", StringComparison.OrdinalIgnoreCase) || text.StartsWith("https://", StringComparison.OrdinalIgnoreCase);

    public static bool HasKey(string text) => text.Contains(Separator);

    /// <exception cref="InvalidDataException">The text is not such an address.</exception>
    public static WitnessAddress Parse(string text)
    {
        if (text.Split(Separator, 2) is not [var prefix, var key] || !Uri.TryCreate(prefix, UriKind.Absolute, out var address)
            || address.Query.Length > 0 || address.UserInfo.Length > 0)
        {
            throw new InvalidDataException(
                $"{text} is not a witness: write its address and its key, such as https://host:5580#name+1a2b3c4d+BA...; another "
                + "journal has the key in witness.vkey.");
        }

        try
        {
            return new(address, CosignerKey.Parse(key));
        }
        catch (InvalidDataException exception)
        {
            throw new InvalidDataException($"{text} is not a witness: {exception.Message}", exception);
        }
    }

    /// <summary>The last checkpoint of a log that the witness has signed.</summary>
    public Uri Witnessed(string origin) => Below($"witnessed/{Witness.IdOf(origin)}");

    private Uri Below(string path) => new($"{Prefix.AbsoluteUri.TrimEnd('/')}/{path}");
}
