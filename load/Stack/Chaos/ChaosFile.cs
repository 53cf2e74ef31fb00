using System.Globalization;
using System.Text;

namespace Load.Stack.Chaos;

/// <summary>A small PDF that nobody has sent before; a malicious one exports and starts an attachment when it is opened.</summary>
internal static class ChaosFile
{
    private const string Start = "/OpenAction<</S/JavaScript/JS(this.exportDataObject\\({cName: \"a.exe\", nLaunch: 2}\\);)>>";

    /// <param name="name">Makes the file unlike any other.</param>
    /// <param name="isMalicious">Whether it holds the script.</param>
    public static byte[] Make(string name, bool isMalicious)
    {
        string[] objects =
        [
            $"<</Type/Catalog/Pages 2 0 R/Name({name}){(isMalicious ? Start : "")}>>",
            "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>",
        ];
        var pdf = new StringBuilder("%PDF-1.7\n");
        var table = new StringBuilder($"xref\n0 {objects.Length + 1}\n0000000000 65535 f \n");
        for (var i = 0; i < objects.Length; i++)
        {
            table.Append(CultureInfo.InvariantCulture, $"{pdf.Length:D10} 00000 n \n");
            pdf.Append(CultureInfo.InvariantCulture, $"{i + 1} 0 obj\n{objects[i]}\nendobj\n");
        }

        var begin = pdf.Length;
        pdf.Append(table).Append(CultureInfo.InvariantCulture, $"trailer<</Size {objects.Length + 1}/Root 1 0 R>>\nstartxref\n{begin}\n%%EOF\n");
        return Encoding.ASCII.GetBytes(pdf.ToString());
    }
}
