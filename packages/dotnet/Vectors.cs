using System;
using System.IO;

namespace Channelproof
{
    /// <summary>The vectors of channelproof as JSON.</summary>
    public static class Vectors
    {
        /// <summary>
        /// Returns the JSON text of a family, such as "token/signature"; "index" is the list of all families.
        /// </summary>
        public static string Family(string name)
        {
            var assembly = typeof(Vectors).Assembly;
            // On Windows the names of the resources have backslashes.
            using (var file = assembly.GetManifestResourceStream(name)
                ?? assembly.GetManifestResourceStream(name.Replace('/', '\\'))
                ?? throw new ArgumentException("no family " + name))
            using (var reader = new StreamReader(file))
                return reader.ReadToEnd();
        }
    }
}
