using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Rules;

/// <summary>Numbers that identify the text of a document, without comments and layout.</summary>
internal static class Fingerprints
{
    public static ulong Of(YamlMap document)
    {
        var text = new StringBuilder();
        Append(text, document);
        return Hash(Encoding.UTF8.GetBytes(text.ToString()));
    }

    /// <summary>The fingerprint of a document whose meaning depends on others too.</summary>
    public static ulong Join(IEnumerable<ulong> fingerprints)
    {
        var bytes = fingerprints.SelectMany(one => BitConverter.GetBytes(one)).ToArray();
        return Hash(bytes);
    }

    private static ulong Hash(ReadOnlySpan<byte> bytes) => BinaryPrimitives.ReadUInt64LittleEndian(SHA256.HashData(bytes));

    private static void Append(StringBuilder text, YamlNode node)
    {
        switch (node)
        {
            case YamlScalar scalar:
                text.Append(scalar.Kind == ScalarKind.Text ? '\'' : ' ').Append(scalar.Text.Length).Append(':').Append(scalar.Text);
                break;
            case YamlList list:
                text.Append('[');
                foreach (var item in list.Items)
                {
                    Append(text, item);
                }

                text.Append(']');
                break;
            case YamlMap map:
                text.Append('{');
                foreach (var (key, value, _) in map.Entries)
                {
                    text.Append(key.Length).Append(':').Append(key);
                    Append(text, value);
                }

                text.Append('}');
                break;
        }
    }
}
