using System.Security.Cryptography;
using System.Text;
using Sigma.Streams.Flow;

namespace Sigma.Streams.Correlating;

/// <summary>Limits what a match stores of an event: a group's name stays in memory as long as the group.</summary>
internal static class MatchTexts
{
    private const int MaxCharacters = 1024;

    private const int HashCharacters = 2 + (2 * SHA256.HashSizeInBytes);

    /// <returns>
    /// The match, with long values cut. Cut values end with their SHA-256, so that different ones stay different. Values that were already
    /// cut do not change.
    /// </returns>
    public static Match Bound(Match match) => match.Fields.Values.All(text => text.Length <= MaxCharacters)
        ? match
        : match with { Fields = match.Fields.ToDictionary(field => field.Key, field => Bound(field.Value)) };

    private static string Bound(string text)
    {
        if (text.Length <= MaxCharacters)
        {
            return text;
        }

        var end = MaxCharacters - HashCharacters;
        end = char.IsHighSurrogate(text[end - 1]) ? end - 1 : end;
        return $"{text[..end]}… {Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)))}";
    }
}
