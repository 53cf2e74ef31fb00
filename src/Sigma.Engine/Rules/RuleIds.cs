using System.Security.Cryptography;
using System.Text;

namespace Sigma.Engine.Rules;

/// <summary>Ids of rules that are made from others.</summary>
internal static class RuleIds
{
    /// <summary>The same for the same text each time.</summary>
    public static Guid Of(string text)
    {
        var hash = SHA256.HashData(Encoding.UTF8.GetBytes(text)).AsSpan(0, 16);
        hash[6] = (byte)((hash[6] & 0x0F) | 0x80); // version 8: made by a rule of its own
        hash[8] = (byte)((hash[8] & 0x3F) | 0x80);
        return new Guid(hash, bigEndian: true);
    }
}
